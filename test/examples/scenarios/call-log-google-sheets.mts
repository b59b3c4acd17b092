import { waitUntil } from '../../../host/wait-until.mts';
import { createWithheld, say } from '../create-call.mts';
import { setUps } from '../set-ups.mts';
import { SHEETS_PER_MINUTE, spreadsheetId } from '../targets/vendors/google-sheets.mts';
import { host, useExample } from '../use-example.mts';

const headings = [
	...['conversation_id', 'updated_at', 'started_at', 'agent', 'status', 'customer_number'],
	...['duration_seconds', 'outcome', 'recording_url', 'recording_url_ends_at', 'transcript'],
];

// The example against a stand-in for Google Sheets.
const sheet = () => host.vendors.sheets.rows;
const reporter = useExample('error-workflow', () => setUps['error-workflow']);
const example = useExample('call-log-google-sheets', () => ({
	...setUps['call-log-google-sheets'],
	settings: { errorWorkflow: reporter.workflow.id },
}));

beforeAll(() => reporter.publish());

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

test('a call stands there once, in its later state, and only headings and two columns are read', async () => {
	host.vendors.sheets.read.length = 0;
	const { record, run } = await example.finish({ turns: 8 });
	const item = run.conversation;
	const row = (status: string) => [
		...[item.id, item.updated_at, item.started_at, item.agent_title, status, item.customer_number],
		...[item.duration_seconds, item.outcome, item.audio_url],
		...[item.audio_url_expires_at, item.transcript],
	];
	expect(sheet()).toEqual([headings, row('Completed')]);
	await example.deliver({ ...record, status: 'Corrected' });
	expect(sheet()).toEqual([headings, row('Corrected')]);
	const asked = ['Calls!1:1', 'Calls!A:B'];
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

test('after a newer state, neither an older one nor a copy without a token changes the row', async () => {
	const { record } = await example.finish();
	const [, before = []] = sheet();
	const moment = Date.parse(String(record.updated_at));
	const updated_at = new Date(moment - 1000).toISOString();
	await example.deliver({ ...record, status: 'Older', updated_at });
	const latest = new Date(moment + 1000).toISOString();
	const data = { ...record, status: 'Forged', updated_at: latest };
	const forge = async () => {
		const headers = { 'content-type': 'application/json' };
		const body = JSON.stringify({ event: 'ConversationComplete', data });
		await fetch(host.sandbox.registrations[0]?.url ?? '', { method: 'POST', headers, body });
	};
	await example.readRun(await example.waitForExecution(forge));
	expect(sheet()).toEqual([headings, before]);
	await example.deliver({ ...record, status: 'Newer', updated_at: latest });
	expect(sheet()[1]).toContain('Newer');
});

test('a row that Google did not take is added by the second try, after a look', async () => {
	host.vendors.failOnce(`POST /v4/spreadsheets/${spreadsheetId}/values/*`, 503);
	const record = host.sandbox.createRecord();
	const id = await example.startByDelivery(record);
	await example.endWaiting(id);
	await example.readRun(id);
	expect(sheet().map(([cell]) => cell)).toEqual([headings[0], record.id]);
});

test('calls with next to no fields, and without a number, get rows of their own', async () => {
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
	const own = [...headings.slice(0, 2), 'my notes', ...headings.slice(2).toReversed()];
	sheet().splice(0, Infinity, own);
	const { record } = await example.finish();
	const [, row = []] = sheet();
	row[2] = 'Call back';
	await example.deliver({ ...record, status: 'Corrected' });
	expect(sheet()[1]?.[0]).toBe(record.id);
	expect(sheet()[1]?.[2]).toBe('Call back');
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

test('of 45 calls in a minute a person is told of those beyond 60 reads, and Retry writes them', async () => {
	const records = Array.from({ length: 45 }, () => host.sandbox.createRecord());
	const red = [];
	for (let first = 0; first < records.length; first += 9) {
		const ended = await example.deliverAll(records.slice(first, first + 9), ['success', 'error']);
		red.push(...ended.filter(({ status }) => status === 'error'));
	}
	const listIds = () =>
		sheet()
			.slice(1)
			.map(([id]) => id);
	// Each call reads twice. n8n tries five times within 20 s; the minute goes on.
	expect(host.vendors.sheets.read).toHaveLength(SHEETS_PER_MINUTE);
	expect(red.length).toBeGreaterThanOrEqual(records.length - SHEETS_PER_MINUTE / 2);
	expect(listIds()).toHaveLength(records.length - red.length);
	const { messages } = host.vendors.chat;
	const isTold = () => (messages.length >= red.length ? true : undefined);
	await waitUntil(isTold, { what: 'the reports', intervalMs: 20 });
	const failed = red.map(({ id }) => expect.stringContaining(`/executions/${id}`));
	expect(messages).toEqual(expect.arrayContaining(failed));
	expect(messages).toHaveLength(red.length);

	host.vendors.sheets.beginMinute();
	for (const { id } of red) {
		await example.waitForStatus(await example.beginRetry(id), 'success');
	}
	expect(listIds().toSorted()).toEqual(records.map(({ id }) => id).toSorted());
});
