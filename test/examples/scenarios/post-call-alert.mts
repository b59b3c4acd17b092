import type { SavedWorkflow } from '../../../host/n8n/n8n-workflow-types.mts';
import { startReceiver, type Receiver } from '../../sandbox/start-receiver.mts';
import { deliverRecord, finishConversation, retireWorkflow } from '../finish-conversation.mts';
import { importExample } from '../import-example.mts';
import { runByHand } from '../read-run.mts';
import type { ExamplesHost } from '../start-host.mts';
import { readMessages } from '../targets/read-messages.mts';

/** The example against a local receiver in the place of a chat's webhook. */
export function checkPostCallAlert(host: () => ExamplesHost): void {
	let chat: Receiver;
	let workflow: SavedWorkflow;

	beforeAll(async () => {
		chat = await startReceiver({ status: 200, body: 'ok' });
		workflow = await importExample(host(), 'post-call-alert', {
			credentials: { voiceAgentOAuth2Api: await host().connect() },
			parameters: { 'Send to Chat': { url: chat.url } },
		});
	});

	afterAll(async () => {
		await chat.close();
		await retireWorkflow(host(), workflow);
	});

	beforeEach(() => {
		chat.received.length = 0;
	});

	test('the sample call sends a message before anyone has called', async () => {
		await runByHand(host(), workflow, 'Voice Agent Trigger');
		expect(readMessages(chat)).toEqual([expect.stringMatching(/^A call failed\nAgent: /)]);
		await host().client.activate(workflow.id);
	});

	test.each(['A', 'B'] as const)('a failed call of shape %s is told with its reason', async (shape) => {
		const { record } = await finishConversation(host(), workflow, { shape, outcome: 'failed' });
		const seconds = Math.round(Number(record.duration_seconds));
		expect(readMessages(chat)).toEqual([
			[
				'A call failed',
				`Agent: ${String(record.agent_title ?? record.agent_name)}`,
				'Status: Failed',
				`Length: ${seconds} seconds`,
				'Reason: The telephony provider closed the call.',
				`Conversation: ${String(record.id ?? record.session_id)}`,
			].join('\n'),
		]);
	});

	test('a call of 14 seconds is told, one of 15 is not', async () => {
		await finishConversation(host(), workflow, { overrides: { duration_seconds: 15 } });
		expect(readMessages(chat)).toEqual([]);
		await finishConversation(host(), workflow, { overrides: { duration_seconds: 14 } });
		expect(readMessages(chat)).toEqual([
			expect.stringMatching(/^A call was very short\n[\s\S]*Length: 14 seconds\nReason: none given/),
		]);
	});

	test('a call of unknown length is not short', async () => {
		await finishConversation(host(), workflow, { overrides: { duration_seconds: undefined } });
		expect(readMessages(chat)).toEqual([]);
	});

	test('the same call is told once', async () => {
		const { record } = await finishConversation(host(), workflow, { outcome: 'failed' });
		await deliverRecord(host(), workflow, { ...record, updated_at: '2026-11-21T23:00:00.000Z' });
		expect(readMessages(chat)).toHaveLength(1);
	});

	test('what the service says mentions nobody in the chat', async () => {
		const overrides = { agent_title: '<!channel> <@U1>', error_message: '@here & ada@example.com' };
		await finishConversation(host(), workflow, { outcome: 'failed', overrides });
		const [message] = readMessages(chat);
		expect(message).toContain('Agent: ‹!channel> ‹@ U1>\n');
		expect(message).toContain('Reason: @ here & ada@ example.com\n');
	});

	test('nothing of what was said reaches the chat', async () => {
		const history = [{ role: 'User', kind: 'Message', content: '<!channel> open http://x' }];
		await finishConversation(host(), workflow, { outcome: 'failed', overrides: { history } });
		expect(readMessages(chat).join()).not.toMatch(/channel|http:/);
	});
}
