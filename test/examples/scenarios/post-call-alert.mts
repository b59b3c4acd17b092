import { say } from '../create-call.mts';
import { setUps } from '../set-ups.mts';
import { host, useExample } from '../use-example.mts';

// The example against a stand-in for a chat.
const example = useExample('post-call-alert', () => ({
	...setUps['post-call-alert'],
	parameters: {
		'Voice Agent Trigger': {
			outcomeRules: { rule: [{ when: 'errorContains', value: 'Voicemail', outcome: 'completed' }] },
		},
	},
}));

test('each run of the sample call sends a message', async () => {
	for (let count = 0; count < 2; count++) await example.run();
	const message = expect.stringMatching(/^A call failed\nAgent: /);
	expect(host.vendors.chat.messages).toEqual([message, message]);
	await example.publish();
});

test('the message on a failed call names its reason, once', async () => {
	const { record } = await example.finish({ outcome: 'failed' });
	await example.deliver({ ...record, updated_at: '2026-11-21T23:00:00.000Z' });
	const seconds = Math.round(Number(record.duration_seconds));
	expect(host.vendors.chat.messages).toEqual([
		[
			'A call failed',
			`Agent: ${String(record.agent_title)}`,
			'Status: Failed',
			`Length: ${seconds} seconds`,
			'Reason: The telephony provider closed the call.',
			`Conversation: ${String(record.id)}`,
		].join('\n'),
	]);
});

const told = { failed: 'A call failed', short: 'A call was very short', not: undefined };
const silent = { history: [say('Hello?', 'Assistant')] };
const unknownRole = { history: [{ role: 'Lodger', content: 'Hi?' }] };

test('calls that failed or were short are told, others are not', async () => {
	const cases = [
		['15 seconds', 'not', { duration_seconds: 15 }],
		['14 seconds', 'short', { duration_seconds: 14 }],
		['unknown length', 'not', { duration_seconds: undefined }],
		['unanswered, error', 'not', { ...silent, error_message: 'Not answered.' }],
		['unanswered, 3 seconds', 'not', { ...silent, duration_seconds: 3 }],
		['unanswered, failed room', 'failed', { ...silent, room_metadata: { failed: true } }],
		['no history, error', 'failed', { history: null, error_message: 'Gone.' }],
		['both spoke, error', 'failed', { error_message: 'Cut off.', duration_seconds: 90 }],
		['unknown role, error', 'failed', { ...unknownRole, error_message: 'x', duration_seconds: 90 }],
	] as const;
	const { createRecord } = host.sandbox;
	await example.deliverAll(
		cases.map(([id, , overrides]) => createRecord({ overrides: { id, ...overrides } })),
	);
	const messages = host.vendors.chat.messages;
	const found = cases.map(([id]) => {
		const message = messages.find((text) => text.endsWith(`\nConversation: ${id}`));
		return [id, message?.split('\n')[0]];
	});
	expect(found).toEqual(cases.map(([id, kind]) => [id, told[kind]]));
	expect(messages).toHaveLength(found.filter(([, message]) => message !== undefined).length);
	expect(messages.join()).toContain('Length: 14 seconds\nReason: none given\n');
});

test('what the service says mentions nobody in the chat, and what was said is not in it', async () => {
	const history = [say('<!here> open http://x')];
	const error_message = '@here & ada@example.com';
	const overrides = { history, agent_title: '<!channel> <@U1>', error_message };
	await example.finish({ outcome: 'failed', overrides });
	const [message] = host.vendors.chat.messages;
	expect(message).toContain('Agent: ‹!channel> ‹@ U1>\n');
	expect(message).toContain('Reason: @ here & ada@ example.com\n');
	expect(message).not.toMatch(/!here|http:/);
});

test("a call that the user's own rule calls completed has not failed", async () => {
	await example.finish({ overrides: { error_message: 'Voicemail', duration_seconds: 90 } });
	expect(host.vendors.chat.messages).toEqual([]);
});

test('a long reason is cut between two characters', async () => {
	await example.finish({ outcome: 'failed', overrides: { error_message: '😀'.repeat(5000) } });
	const [message = ''] = host.vendors.chat.messages;
	expect(message).toMatch(/\nReason: (?:😀){500}… \(the rest is in the execution\)\n/u);
});

test('a message that the chat did not confirm is sent by no later state, and a red execution names the call', async () => {
	const record = host.sandbox.createRecord({ outcome: 'failed' });
	host.vendors.failOnce('POST /hooks/REPLACE-ME', 500);
	const { node, message } = await example.fail(record);
	expect([node, message]).toEqual([
		'Message Not Confirmed',
		expect.stringContaining(`the message about call ${String(record.id)}`),
	]);
	await example.deliverAgain(record);
	expect(host.vendors.chat.messages).toEqual([]);
});
