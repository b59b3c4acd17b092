import type { INodeParameters } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import {
	deliver,
	nextId,
	writeEvent,
	type DeliverOptions,
} from '../../support/in-process/deliver.mts';
import { createExchange } from '../../support/in-process/exchange.mts';
import { createHost, otherEvents } from '../../support/in-process/host.mts';

afterEach(() => jest.useRealTimers());

const receive = async (
	body: string | Buffer,
	options: DeliverOptions = {},
	parameters: INodeParameters = {},
) => await deliver({ parameters }, body, options);

// What else is no event is in discarded.test.mts and test/e2e/response-bodies.
test('rejects multipart, whose bytes n8n has taken apart', async () => {
	const headers = { 'content-type': 'multipart/form-data; boundary=x' };
	const { result, answer } = await receive(writeEvent(), { headers, readLater: true });
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
	const body = writeEvent({ id, status: 'Completed' });
	const { result, items, answer } = await receive(body, { headers, readLater });
	expect(answer).toBeUndefined();
	expect(items).toMatchObject([{ id, status: 'Completed' }]);
	expect(result.webhookResponse).toEqual({ status: 'accepted', id });
	expect(result.noWebhookResponse).toBeUndefined();
});

// Of a conversation: VoiceAgent/conversation-items.
test.each([
	['conversation', null],
	['raw', 'secret-of-the-session'],
])('of another event, the output %s has the session token %s', async (output, expected) => {
	const secret = { session_token: 'secret-of-the-session' };
	const inside = { list: [secret], text: JSON.stringify(secret) };
	const parameters = { ...otherEvents('SessionStarted'), output };
	const body = writeEvent({ id: nextId(), ...secret, ...inside }, 'SessionStarted');
	const { items } = await receive(body, {}, parameters);
	expect(Object(items[0]?.data).session_token).toBe(expected);
	expect(JSON.stringify(items).includes('secret-of-the-session')).toBe(expected !== null);
});

test.each(['SessionStarted', 'ConversationComplete'])(
	'of other events, %s starts the workflow if it is named, and no other event does',
	async (event) => {
		const parameters = { output: 'flat', ...otherEvents('SessionStarted, ConversationComplete') };
		const data = { id: nextId(), list: ['[1', { a: null, session: 'token' }] };
		const { id } = data;
		const { items } = await receive(writeEvent(data, event), {}, parameters);
		const expected = event === 'ConversationComplete' ? { id } : { event, data };
		expect(items).toMatchObject([expected]);
		const ended = writeEvent({ id }, 'SessionEnded');
		expect((await receive(ended, {}, parameters)).answer).toMatchObject({
			body: { status: 'ignored', reason: 'event-not-wanted' },
		});
	},
);

// Each filter is in test/unit/delivery/filters, how it is read in settings.test.mts.
test.each([
	[' conversationcomplete ', 'from-number-not-wanted'],
	['SessionStarted', undefined],
])('filters discard a conversation, and ignore another event: "%s"', async (event, reason) => {
	const parameters = {
		...otherEvents('SessionStarted, ConversationComplete'),
		filters: { fromNumbers: '+43' },
	};
	const data = { id: nextId(), from_number: '+49301234567' };
	const { answer } = await receive(writeEvent(data, event), {}, parameters);
	expect(answer?.body.reason).toBe(reason);
});

interface Sent {
	event?: string;
	data: object;
	webhookBaseUrl?: string;
	parameters?: INodeParameters;
}

/** Hands a delivery to the trigger; the caller says how n8n's answer to an accepted one ends. */
async function send({ event = 'ConversationComplete', data, ...options }: Sent) {
	const { isAccepted, answer, response } = await deliver(
		options,
		{ event, data },
		{ isHeld: true },
	);
	return { state: isAccepted ? 'accepted' : String(answer?.body.status), response };
}

async function sendAndAcknowledge(sent: Sent): Promise<string> {
	const { state, response } = await send(sent);
	if (state === 'accepted') response.finish(200);
	return state;
}

describe('where the sender has gone before the answer', () => {
	test.each([
		[200, 'duplicate', 'n8n holds the execution all the same'],
		[500, 'accepted', 'n8n could not store it'],
	])('and n8n then answers %i, the next one is %s: %s', async (status, expected) => {
		const id = nextId();
		const first = await send({ data: { id } });
		first.response.cut();
		const copy = sendAndAcknowledge({ data: { id } });
		first.response.finish(status);
		expect(await copy).toBe(expected);
	});

	test('and n8n had answered into the cut connection, the next one is a duplicate', async () => {
		const id = nextId();
		const first = await send({ data: { id } });
		first.response.writableEnded = true;
		first.response.cut();
		expect(await sendAndAcknowledge({ data: { id } })).toBe('duplicate');
	});

	test('a copy that took its place counts as well once n8n has answered', async () => {
		const id = nextId();
		const first = await send({ data: { id } });
		const copy = send({ data: { id } });
		first.response.finish(500);
		const { state, response } = await copy;
		expect(state).toBe('accepted');
		response.cut();
		response.finish(200);
		expect(await sendAndAcknowledge({ data: { id } })).toBe('duplicate');
	});

	test('a copy whose own sender had gone before it took its place counts as well', async () => {
		jest.useFakeTimers();
		const id = nextId();
		const first = await send({ data: { id } });
		const host = createHost({ type: 'voiceAgentTrigger' });
		const { request, response } = createExchange(writeEvent({ id }));
		const copy = new VoiceAgentTrigger().webhook.call(host.webhook(request, response));
		response.cut();
		first.response.finish(500);
		expect((await copy).workflowData).toHaveLength(1);
		response.finish(200);
		await jest.advanceTimersByTimeAsync(1_000);
		expect(await sendAndAcknowledge({ data: { id } })).toBe('duplicate');
	});

	test('and n8n never answers, the next one is let in after 10 minutes, and not before', async () => {
		jest.useFakeTimers();
		const id = nextId();
		const first = await send({ data: { id } });
		first.response.cut();
		await jest.advanceTimersByTimeAsync(596_000);
		const early = send({ data: { id } });
		await jest.advanceTimersByTimeAsync(3_500);
		expect((await early).response.answer).toMatchObject({ status: 503 });
		await jest.advanceTimersByTimeAsync(500);
		expect(await sendAndAcknowledge({ data: { id } })).toBe('accepted');
	});
});

test('a copy that has waited 3.5 s is asked to come again, and is a duplicate afterwards', async () => {
	jest.useFakeTimers();
	const id = nextId();
	const first = await send({ data: { id } });
	const copy = send({ data: { id } });
	let isAnswered = false;
	void copy.then(() => (isAnswered = true));
	await jest.advanceTimersByTimeAsync(3_499);
	expect(isAnswered).toBe(false);
	await jest.advanceTimersByTimeAsync(1);
	expect((await copy).response.answer).toEqual({
		status: 503,
		headers: { 'retry-after': '5' },
		body: { status: 'postponed', reason: 'still-under-way' },
	});
	first.response.finish(200);
	expect(await sendAndAcknowledge({ data: { id } })).toBe('duplicate');
});

// What else is another state is in test/unit/delivery/hash-content.
test('another URL, event or state is no duplicate', async () => {
	const id = nextId();
	const events = otherEvents('ConversationComplete, ConversationUpdated');
	const all: Sent[] = [
		{ data: { id } },
		{ data: { id }, webhookBaseUrl: 'http://127.0.0.1:5999' },
		{ data: { id }, event: 'ConversationUpdated', parameters: events },
		{ data: { id, status: 'Completed' } },
	];
	for (const sent of all) expect(await sendAndAcknowledge(sent)).toBe('accepted');
	for (const sent of all) expect(await sendAndAcknowledge(sent)).toBe('duplicate');
});

// What else is the same content is in test/unit/delivery/hash-content.
test('with Same Conversation a conversation starts one execution, whatever its shape and its state', async () => {
	const parameters = { options: { ignoreDuplicates: 'sameConversation' } };
	const id = nextId();
	const states = [];
	for (const data of [{ id, status: 'Pending' }, { session_id: id }, { id, has_audio: true }]) {
		states.push(await sendAndAcknowledge({ data, parameters }));
	}
	expect(states).toEqual(['accepted', 'duplicate', 'duplicate']);
});

test('a parameter that changed counts at the next delivery, and so does what an expression gives', async () => {
	const filters = (minimumDuration: number | string): INodeParameters => ({
		filters: { minimumDuration },
	});
	const trigger = createHost({ type: 'voiceAgentTrigger', parameters: filters(5) });
	const accepts = async (duration_seconds: number) =>
		(await deliver(trigger, writeEvent({ id: nextId(), duration_seconds }))).isAccepted;
	expect([await accepts(7), await accepts(7)]).toEqual([true, true]);
	trigger.node.parameters = { ...trigger.node.parameters, ...filters(10) };
	expect([await accepts(7), await accepts(12)]).toEqual([false, true]);
	trigger.node.parameters = { ...trigger.node.parameters, ...filters('={{ $vars.least }}') };
	for (const least of [3, 20, 3]) {
		trigger.additionalData.variables = { least };
		expect(await accepts(7)).toBe(least === 3);
	}
});

// What the outputs hold of a record is JSON alone: test/unit/record/mutated-records.
test('an item with its verdict leaves no undefined', async () => {
	const { items } = await receive(writeEvent());
	expect(items).toMatchObject([{ delivery: { status: 'accepted' } }]);
	expect(JSON.parse(JSON.stringify(items))).toStrictEqual(items);
});
