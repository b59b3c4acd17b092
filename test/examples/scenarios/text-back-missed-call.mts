import type { SavedWorkflow } from '../../../host/n8n/n8n-workflow-types.mts';
import { deliverRecord, finishConversation, retireWorkflow } from '../finish-conversation.mts';
import { importExample } from '../import-example.mts';
import { runByHand } from '../read-run.mts';
import type { ExamplesHost } from '../start-host.mts';
import { twilioAccount } from '../targets/vendors/twilio.mts';

/** The example against a stand-in for Twilio. */
export function checkTextBack(host: () => ExamplesHost): void {
	let workflow: SavedWorkflow;
	const texts = () => host().vendors.twilio.texts;

	beforeAll(async () => {
		const name = 'Twilio';
		const data = { authType: 'authToken', ...twilioAccount };
		const id = await host().client.createCredential(name, 'twilioApi', data);
		workflow = await importExample(host(), 'text-back-missed-call', {
			credentials: { voiceAgentOAuth2Api: await host().connect(), twilioApi: { id, name } },
			assignments: { 'Write Message': { from: '+12025550100' } },
		});
	});

	afterAll(() => retireWorkflow(host(), workflow));

	test('the sample call sends a text before anyone has called', async () => {
		const run = await runByHand(host(), workflow, 'Voice Agent Trigger');
		const [sample] = run.items('Voice Agent Trigger');
		expect(sample).toMatchObject({ outcome: 'no_answer' });
		expect(texts()).toMatchObject([{ From: '+12025550100', To: sample?.customer_number }]);
		await host().client.activate(workflow.id);
	});

	test.each(['A', 'B'] as const)(
		'a number of shape %s that was not reached three times gets one text',
		async (shape) => {
			const to_number = shape === 'A' ? '+12025550144' : '+12025550145';
			const before = texts().length;
			for (let count = 0; count < 3; count++) {
				await finishConversation(host(), workflow, {
					...{ shape, outcome: 'no_answer', withCampaign: true },
					overrides: { to_number },
				});
			}
			expect(texts().slice(before)).toMatchObject([
				{ To: to_number, Body: expect.stringMatching(/^Sorry/) },
			]);
		},
	);

	test('a number that nobody can text starts nothing', async () => {
		const before = texts().length;
		const record = host().sandbox.createRecord({ outcome: 'no_answer', withCampaign: false });
		for (const from_number of ['anonymous', null, '1234']) {
			await deliverRecord(host(), workflow, { ...record, id: `c-${from_number}`, from_number });
		}
		expect(texts()).toHaveLength(before);
	});

	test('a call that was answered, or failed, starts nothing', async () => {
		for (const outcome of ['completed', 'failed'] as const) {
			const record = host().sandbox.createRecord({ outcome });
			const [delivery] = await host().sandbox.deliver(record);
			expect(delivery?.attempts.at(-1)?.answer).toContain('outcome-not-wanted');
		}
	});
}
