import type { SavedWorkflow } from '../../../host/n8n/n8n-workflow-types.mts';
import { deliverRecord, finishConversation, retireWorkflow } from '../finish-conversation.mts';
import { importExample } from '../import-example.mts';
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

	test('a call of shape B is mapped', async () => {
		const { record, run } = await finishConversation(host(), workflow, { shape: 'B', turns: 8 });
		expect(run.items('Edit Fields')).toMatchObject([
			{ conversation_id: record.session_id, agent: record.agent_name, turns: 8 },
		]);
	});

	test('a call that says nothing of itself is mapped to empty fields', async () => {
		const run = await deliverRecord(host(), workflow, {});
		expect(run.items('Edit Fields')).toEqual([
			{
				conversation_id: null,
				agent: null,
				caller: null,
				duration_seconds: null,
				turns: 0,
				transcript: '',
			},
		]);
	});
}
