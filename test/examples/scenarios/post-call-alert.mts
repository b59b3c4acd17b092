import type { ExamplesHost } from '../start-host.mts';
import { useChat } from '../targets/use-chat.mts';
import { shapes, useExample } from '../use-example.mts';

/** The example against a local receiver in the place of a chat's webhook. */
export function check(host: () => ExamplesHost): void {
	const chat = useChat();
	const example = useExample(host, 'post-call-alert', chat.setUp);

	beforeEach(chat.clear);

	test('each run of the sample call sends a message', async () => {
		for (let count = 0; count < 2; count++) await example().run();
		const message = expect.stringMatching(/^A call failed\nAgent: /);
		expect(chat.readMessages()).toEqual([message, message]);
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

	const silent = { history: [{ role: 'Assistant', kind: 'Message', content: 'Hello?' }] };

	test.each([
		['an unanswered call with an error', { ...silent, error_message: 'Not answered.' }, []],
		['a short call that nobody answered', { ...silent, duration_seconds: 3 }, []],
		[
			'an unanswered call in a room that failed',
			{ ...silent, room_metadata: { failed: true } },
			['A call failed'],
		],
		[
			'an error of unknown cause without a history',
			{ history: null, error_message: 'Gone.' },
			['A call failed'],
		],
		[
			'an error after both spoke',
			{ error_message: 'Cut off.', duration_seconds: 90 },
			['A call failed'],
		],
		[
			'an error after somebody of an unknown role spoke',
			{ history: [{ role: 'Lodger', content: 'Hi?' }], error_message: 'x', duration_seconds: 90 },
			['A call failed'],
		],
	])('%s', async (_, overrides, first) => {
		await example().finish({ overrides });
		expect(chat.readMessages().map((message) => message.split('\n')[0])).toEqual(first);
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
