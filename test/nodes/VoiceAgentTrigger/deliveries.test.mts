import type { INodeParameters } from 'n8n-workflow';
import { deliver, nextId, writeEvent, type DeliverOptions } from '../host/deliver.mts';
import { createHost, otherEvents } from '../host/host.mts';

const receive = async (
	body: string | Buffer,
	options: DeliverOptions = {},
	parameters: INodeParameters = {},
) => await deliver(createHost({ type: 'voiceAgentTrigger', parameters }), body, options);

// Every other reason is in test/unit/delivery/parse-delivery.
const rejectedBodies: [string, string, string, string][] = [
	['plain text', 'hello', 'text/plain', 'body-not-json'],
	['a form', 'event=x&data=y', 'application/x-www-form-urlencoded', 'body-not-json'],
	['an empty body', '', 'application/json', 'body-empty'],
	['[]', '[]', 'application/json', 'body-not-an-object'],
];

test.each(rejectedBodies)('rejects %s with a reason', async (_, body, contentType, reason) => {
	const { result, answer } = await receive(body, { headers: { 'content-type': contentType } });
	expect(answer).toMatchObject({
		status: 400,
		body: { status: 'rejected', reason, message: expect.stringMatching(/\w+ \w+/) },
	});
	expect(result).toEqual({ noWebhookResponse: true });
});

test('rejects multipart, whose bytes n8n has taken apart', async () => {
	const headers = { 'content-type': 'multipart/form-data; boundary=x' };
	const { result, answer } = await receive(writeEvent({ id: nextId() }), {
		headers,
		readLater: true,
	});
	expect(answer?.status).toBe(400);
	expect(result).toEqual({ noWebhookResponse: true });
});

test.each([
	['application/json', false],
	['text/plain', false],
	['application/octet-stream', true],
	['', true],
])('accepts an envelope labelled "%s"', async (contentType, readLater) => {
	const headers = { 'content-type': contentType };
	const id = nextId();
	const { result, items, answer } = await receive(writeEvent({ id, status: 'Completed' }), {
		headers,
		readLater,
	});
	expect(answer).toBeUndefined();
	expect(items).toMatchObject([{ id, status: 'Completed' }]);
	expect(result.webhookResponse).toEqual({ status: 'accepted', id });
	expect(result.noWebhookResponse).toBeUndefined();
});

test.each([
	['ConversationComplete', 'conversation', null],
	['ConversationComplete', 'raw', 'secret-of-the-session'],
	['SessionStarted', 'conversation', null],
	['SessionStarted', 'raw', 'secret-of-the-session'],
])('of %s, the output %s has %s as session token', async (event, output, expected) => {
	const data = { id: nextId(), session_token: 'secret-of-the-session' };
	const parameters = { ...otherEvents(event), output };
	const { items } = await receive(writeEvent(data, event), {}, parameters);
	const [item] = items;
	expect(Object(item?.data ?? item).session_token).toBe(expected);
	expect(JSON.stringify(items).includes('secret-of-the-session')).toBe(expected !== null);
});

test.each(['SessionStarted', 'ConversationComplete'])(
	'of other events, %s starts the workflow if it is named, and no other event does',
	async (event) => {
		const parameters = { output: 'flat', ...otherEvents('SessionStarted, ConversationComplete') };
		const id = nextId();
		const { items } = await receive(writeEvent({ id }, event), {}, parameters);
		const expected = event === 'ConversationComplete' ? { id } : { event, data: { id } };
		expect(items).toMatchObject([expected]);
		const ended = writeEvent({ id }, 'SessionEnded');
		expect((await receive(ended, {}, parameters)).answer).toMatchObject({
			body: { status: 'ignored', reason: 'event-not-wanted' },
		});
	},
);

test('a conversation that gives no item starts nothing, and is let in once it gives one', async () => {
	const id = nextId();
	const turns = { output: 'turns' };
	const { result, answer } = await receive(writeEvent({ id, history: [] }), {}, turns);
	expect(answer).toMatchObject({
		status: 200,
		body: { status: 'ignored', reason: 'nothing-to-emit' },
	});
	expect(result).toEqual({ noWebhookResponse: true });
	const history = [{ role: 'User', content: 'Hello' }];
	const later = await receive(writeEvent({ id, history }), {}, turns);
	expect(later.items).toMatchObject([{ conversation_id: id, content: 'Hello' }]);
});
