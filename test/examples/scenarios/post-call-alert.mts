import type { ExamplesHost } from '../start-host.mts';
import { useChat } from '../targets/use-chat.mts';
import { shapes, useExample } from '../use-example.mts';

/** The example against a local receiver in the place of a chat's webhook. */
export function check(host: () => ExamplesHost): void {
	const chat = useChat();
	const example = useExample(host, 'post-call-alert', chat.setUp);

	beforeEach(chat.clear);

	test('the sample call sends a message before anyone has called', async () => {
		await example().run();
		expect(chat.readMessages()).toEqual([expect.stringMatching(/^A call failed\nAgent: /)]);
		await example().publish();
	});

	test.each(shapes)('the message on a failed call of shape %s names its reason', async (shape) => {
		const { record } = await example().finish({ shape, outcome: 'failed' });
		const seconds = Math.round(Number(record.duration_seconds));
		expect(chat.readMessages()).toEqual([
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
		await example().finish({ overrides: { duration_seconds: 15 } });
		expect(chat.readMessages()).toEqual([]);
		await example().finish({ overrides: { duration_seconds: 14 } });
		expect(chat.readMessages()).toEqual([
			expect.stringMatching(
				/^A call was very short\n[\s\S]*Length: 14 seconds\nReason: none given/,
			),
		]);
	});

	test('a call of unknown length is not short', async () => {
		await example().finish({ overrides: { duration_seconds: undefined } });
		expect(chat.readMessages()).toEqual([]);
	});

	test('the same call is told once', async () => {
		const { record } = await example().finish({ outcome: 'failed' });
		await example().deliver({ ...record, updated_at: '2026-11-21T23:00:00.000Z' });
		expect(chat.readMessages()).toHaveLength(1);
	});

	test('what the service says mentions nobody in the chat', async () => {
		const overrides = { agent_title: '<!channel> <@U1>', error_message: '@here & ada@example.com' };
		await example().finish({ outcome: 'failed', overrides });
		const [message] = chat.readMessages();
		expect(message).toContain('Agent: ‹!channel> ‹@ U1>\n');
		expect(message).toContain('Reason: @ here & ada@ example.com\n');
	});

	test('nothing of what was said reaches the chat', async () => {
		const history = [{ role: 'User', kind: 'Message', content: '<!channel> open http://x' }];
		await example().finish({ outcome: 'failed', overrides: { history } });
		expect(chat.readMessages().join()).not.toMatch(/channel|http:/);
	});
}
