import type { SavedWorkflow } from '../../../host/n8n/n8n-workflow-types.mts';
import { deliverRecord, deliverSame, finishConversation, retireWorkflow } from '../finish-conversation.mts';
import { importExample } from '../import-example.mts';
import { runByHand } from '../read-run.mts';
import type { ExamplesHost } from '../start-host.mts';
import { googleAccount, spreadsheetId } from '../targets/vendors/google-sheets.mts';

const headings = [
	...['conversation_id', 'started_at', 'agent', 'status', 'customer_number', 'duration_seconds'],
	...['outcome', 'recording_url', 'transcript'],
];

/** The example against a stand-in for Google Sheets. */
export function checkGoogleSheets(host: () => ExamplesHost): void {
	let workflow: SavedWorkflow;
	const sheet = () => host().vendors.sheets.rows;

	beforeAll(async () => {
		sheet().push(headings);
		const name = 'Google';
		const id = await host().client.createCredential(name, 'googleApi', googleAccount);
		const documentId = { __rl: true, mode: 'id', value: spreadsheetId };
		workflow = await importExample(host(), 'call-log-google-sheets', {
			credentials: { voiceAgentOAuth2Api: await host().connect(), googleApi: { id, name } },
			parameters: { 'Add or Update Row': { authentication: 'serviceAccount', documentId } },
		});
	});

	afterAll(() => retireWorkflow(host(), workflow));

	test('the sample call becomes the first row', async () => {
		const run = await runByHand(host(), workflow, 'Voice Agent Trigger');
		const [sample] = run.items('Voice Agent Trigger');
		expect(sheet()).toEqual([headings, expect.arrayContaining([sample?.id, sample?.agent_title])]);
		await host().client.activate(workflow.id);
	});

	test.each(['A', 'B'] as const)(
		'a call of shape %s stands there once, in its later state',
		async (shape) => {
			const before = sheet().length;
			const { record, run } = await finishConversation(host(), workflow, { shape, turns: 8 });
			const [item] = run.items('Voice Agent Trigger');
			const row = (status: string) => [
				...[item?.id, item?.started_at, item?.agent_title, status, item?.customer_number],
				...[item?.duration_seconds, item?.outcome, item?.audio_url, item?.transcript],
			];
			expect(sheet().slice(before)).toEqual([row('Completed')]);
			await deliverSame(host(), record);
			await deliverRecord(host(), workflow, { ...record, status: 'Corrected' });
			expect(sheet().slice(before)).toEqual([row('Corrected')]);
		},
	);

	test('calls that say next to nothing get rows of their own', async () => {
		const before = sheet().length;
		for (let count = 0; count < 2; count++) await deliverRecord(host(), workflow, { id: null });
		const ids = sheet().slice(before).map(([id]) => id);
		expect(ids).toEqual([
			expect.stringMatching(/^execution \d+$/),
			expect.stringMatching(/^execution \d+$/),
		]);
		expect(new Set(ids).size).toBe(2);
	});
}
