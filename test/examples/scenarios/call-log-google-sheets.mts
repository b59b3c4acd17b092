import { spreadsheetId } from '../targets/vendors/google-sheets.mts';
import { createWithheld, host, shapes, useExample } from '../use-example.mts';

const headings = [
	...['conversation_id', 'started_at', 'agent', 'status', 'customer_number', 'duration_seconds'],
	...['outcome', 'recording_url', 'recording_url_ends_at', 'transcript'],
];

// The example against a stand-in for Google Sheets.
const sheet = () => host.vendors.sheets.rows;
const example = useExample('call-log-google-sheets', () => ({
	assignments: { 'Your Spreadsheet': { spreadsheet_id: spreadsheetId } },
}));

beforeEach(() => {
	sheet().push(headings);
});

test('the sample call becomes the first row', async () => {
	const { conversation: sample } = await example.run();
	expect(sheet()).toEqual([headings, expect.arrayContaining([sample.id, sample.agent_title])]);
	await example.publish();
});

test.each(shapes)('a call of shape %s stands there once, in its later state', async (shape) => {
	const { record, run } = await example.finish({ shape, turns: 8 });
	const item = run.conversation;
	const row = (status: string) => [
		...[item.id, item.started_at, item.agent_title, status, item.customer_number],
		...[item.duration_seconds, item.outcome, item.audio_url],
		...[item.audio_url_expires_at, item.transcript],
	];
	expect(sheet()).toEqual([headings, row('Completed')]);
	await example.deliver({ ...record, status: 'Corrected' });
	expect(sheet()).toEqual([headings, row('Corrected')]);
});

test('calls that say next to nothing get rows of their own', async () => {
	for (let count = 0; count < 2; count++) await example.deliver({ id: null });
	const [, first, second] = sheet().map(([id]) => id);
	const fromExecution = expect.stringMatching(/^execution \d+$/);
	expect([first, second]).toEqual([fromExecution, fromExecution]);
	expect(first).not.toBe(second);
});

test('callers who show no number get rows of their own, without a number', async () => {
	const records = createWithheld();
	await example.deliverAll(records);
	const added = sheet().slice(1);
	expect(added.map((row) => row[headings.indexOf('customer_number')])).toEqual(
		records.map(() => ''),
	);
	expect(added.map(([id]) => id).sort()).toEqual(records.map(({ id }) => id).sort());
});

test('only the headings and the column of ids are read', async () => {
	host.vendors.sheets.read.length = 0;
	const { record } = await example.finish();
	await example.deliver({ ...record, status: 'Corrected' });
	const asked = ['Calls!1:1', 'Calls!A:A'];
	expect(host.vendors.sheets.read).toEqual([...asked, ...asked]);
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
	const id = await example.startByDelivery(host.sandbox.createRecord());
	expect(await example.readFailure(id)).toMatchObject({
		message: expect.stringMatching(/lacks a heading.*transcript/),
	});
	expect(sheet()).toHaveLength(1);
});

test('what a caller says is no formula, and no more than a cell takes', async () => {
	const content = `=1+1${'😀'.repeat(40_000)}`;
	const history = [{ role: '=2', kind: 'Message', content }];
	const { run } = await example.finish({ overrides: { history, agent_title: '=3' } });
	const transcript = expect.stringMatching(
		new RegExp(`^=2: =1.*\\n.Cut here.*execution ${run.id}`),
	);
	expect(sheet()[1]).toEqual(expect.arrayContaining(['=3', transcript]));
});

test('a read that Google has no time for is tried again, a write that failed by Retry', async () => {
	const base = `/v4/spreadsheets/${spreadsheetId}/values`;
	host.vendors.failOnce(`GET ${base}/Calls!1:1`, 429);
	host.vendors.failOnce(`POST ${base}/Calls!A1:append`, 500);
	const id = await example.startByDelivery(host.sandbox.createRecord());
	await example.readFailure(id);
	expect(sheet()).toHaveLength(1);
	await example.retry(id);
	expect(sheet()).toHaveLength(2);
});
