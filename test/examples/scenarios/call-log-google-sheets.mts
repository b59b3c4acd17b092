import { createWithheld, say } from '../create-call.mts';
import { setUps } from '../set-ups.mts';
import { host, useExample } from '../use-example.mts';

const headings = [
	...['conversation_id', 'started_at', 'agent', 'status', 'customer_number', 'duration_seconds'],
	...['outcome', 'recording_url', 'recording_url_ends_at', 'transcript'],
];

// The example against a stand-in for Google Sheets.
const sheet = () => host.vendors.sheets.rows;
const example = useExample('call-log-google-sheets', () => setUps['call-log-google-sheets']);

beforeEach(() => {
	sheet().push(headings);
});

test('the sample call shows its row, and writes none', async () => {
	const run = await example.run();
	const shown = { conversation_id: run.conversation.id, agent: run.conversation.agent_title };
	expect(run.items('Would Have Sent')).toMatchObject([shown]);
	expect(sheet()).toEqual([headings]);
	await example.publish();
});

test('a call stands there once, in its later state, and only headings and ids are read', async () => {
	host.vendors.sheets.read.length = 0;
	const { record, run } = await example.finish({ turns: 8 });
	const item = run.conversation;
	const row = (status: string) => [
		...[item.id, item.started_at, item.agent_title, status, item.customer_number],
		...[item.duration_seconds, item.outcome, item.audio_url],
		...[item.audio_url_expires_at, item.transcript],
	];
	expect(sheet()).toEqual([headings, row('Completed')]);
	await example.deliver({ ...record, status: 'Corrected' });
	expect(sheet()).toEqual([headings, row('Corrected')]);
	const asked = ['Calls!1:1', 'Calls!A:A'];
	expect(host.vendors.sheets.read).toEqual([...asked, ...asked]);
});

test('an older state that arrives later empties nothing', async () => {
	const { record } = await example.finish({ turns: 8 });
	const [, before = []] = sheet();
	const { id, agent_id, from_number, to_number, status } = record;
	await example.deliver({ id, agent_id, from_number, to_number, status, history: null });
	const at = headings.indexOf('transcript');
	expect(sheet()[1]?.slice(at)).toEqual(before.slice(at));
	expect(sheet()[1]).not.toContain(null);
});

test('calls that say next to nothing, and not their number, get rows of their own', async () => {
	const records = [{ id: null }, { id: null }, createWithheld()];
	for (const record of records) await example.deliver(record);
	const added = sheet().slice(1);
	const fromExecution = expect.stringMatching(/^execution \d+$/);
	const ids = added.map(([id]) => id);
	expect(ids).toEqual([fromExecution, fromExecution, records[2]?.id]);
	expect(ids[0]).not.toBe(ids[1]);
	const numbers = added.map((row) => row[headings.indexOf('customer_number')]);
	expect(numbers).toEqual(records.map(() => null));
});

test("columns are found by their names, and the user's own stay", async () => {
	const own = [headings[0], 'my notes', ...headings.slice(1).toReversed()];
	sheet().splice(0, Infinity, own);
	const { record } = await example.finish();
	const [, row = []] = sheet();
	row[1] = 'Call back';
	await example.deliver({ ...record, status: 'Corrected' });
	expect(sheet()[1]?.slice(0, 2)).toEqual([record.id, 'Call back']);
	expect(sheet()[1]?.[own.indexOf('status')]).toBe('Corrected');
});

test('a heading that is missing is named, and nothing is written', async () => {
	sheet().splice(0, Infinity, headings.slice(0, -1));
	const { message } = await example.fail(host.sandbox.createRecord());
	expect(message).toMatch(/lacks a heading.*transcript/);
	expect(sheet()).toHaveLength(1);
});

test('what a caller says is no formula, and no more than a cell takes', async () => {
	const content = `=1+1${'😀'.repeat(40_000)}`;
	const history = [say(content, '=2')];
	const { run } = await example.finish({ overrides: { history, agent_title: '=3' } });
	const transcript = expect.stringMatching(
		new RegExp(`^=2: =1.*\\n.Cut here.*execution ${run.id}`),
	);
	expect(sheet()[1]).toEqual(expect.arrayContaining(['=3', transcript]));
});
