import type { SavedWorkflow } from '../../../host/n8n/n8n-workflow-types.mts';
import { deliverRecord, finishConversation, retireWorkflow } from '../finish-conversation.mts';
import { importExample } from '../import-example.mts';
import { runByHand } from '../read-run.mts';
import type { ExamplesHost } from '../start-host.mts';

/** The example of `npm start`. */
export function checkFirstConversation(host: () => ExamplesHost): void {
	let workflow: SavedWorkflow;

	beforeAll(async () => {
		workflow = await importExample(host(), 'first-conversation', {
			credentials: { voiceAgentOAuth2Api: await host().connect() },
		});
		await host().client.activate(workflow.id);
	});

	afterAll(() => retireWorkflow(host(), workflow));

	test('the sample is mapped before anyone has called', async () => {
		const run = await runByHand(host(), workflow, 'Voice Agent Trigger');
		const [sample] = run.items('Voice Agent Trigger');
		expect(run.items('Edit Fields')).toMatchObject([
			{ customer_number: sample?.customer_number, transcript: expect.stringMatching(/^\w+: \S/) },
		]);
	});

	test('a call of shape B is mapped', async () => {
		const { record, run } = await finishConversation(host(), workflow, { shape: 'B', turns: 8 });
		expect(run.items('Edit Fields')).toMatchObject([
			{
				conversation_id: record.session_id,
				agent_title: record.agent_name,
				transcript: expect.stringMatching(/^\w+: \S/),
				audio_url: record.audio_url,
			},
		]);
	});

	test('a call that says nothing of itself is mapped to empty fields', async () => {
		const run = await deliverRecord(host(), workflow, {});
		expect(run.items('Edit Fields')).toEqual([
			{
				conversation_id: null,
				agent_title: null,
				customer_number: null,
				duration_seconds: null,
				transcript: '',
				audio_url: null,
			},
		]);
	});
}
