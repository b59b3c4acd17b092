import { spreadsheetId } from '../targets/vendors/google-sheets.mts';
import { host, shapes, useExample } from '../use-example.mts';

const headings = [
	...['conversation_id', 'started_at', 'agent', 'status', 'customer_number', 'duration_seconds'],
	...['outcome', 'recording_url', 'recording_url_ends_at', 'transcript'],
];

// The example against a stand-in for Google Sheets.
const sheet = () => host.vendors.sheets.rows;
const documentId = { __rl: true, mode: 'id', value: spreadsheetId };
const example = useExample('call-log-google-sheets', () => ({
	parameters: { 'Add or Update Row': { authentication: 'serviceAccount', documentId } },
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
