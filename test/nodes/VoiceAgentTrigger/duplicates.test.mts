import type { INodeParameters } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { deliver, handOver, nextId, writeEvent } from '../host/deliver.mts';
import { createExchange } from '../host/exchange.mts';
import { createHost, otherEvents } from '../host/host.mts';

afterEach(() => jest.useRealTimers());

interface Sent {
	event?: string;
	data: object;
	webhookBaseUrl?: string;
	parameters?: INodeParameters;
}

/** Hands a delivery to the trigger; the caller says how n8n's answer to an accepted one ends. */
async function send({ event = 'ConversationComplete', data, ...options }: Sent) {
	const host = createHost({ type: 'voiceAgentTrigger', ...options });
	const { isAccepted, answer, response } = await handOver(host, writeEvent(data, event));
	return { state: isAccepted ? 'accepted' : String(answer?.body.status), response };
}

async function sendAndAcknowledge(sent: Sent): Promise<string> {
	const { state, response } = await send(sent);
	if (state === 'accepted') response.finish(200);
	return state;
}

test('a delivery that was acknowledged is answered duplicate with its id', async () => {
	const id = nextId();
	expect(await sendAndAcknowledge({ data: { id } })).toBe('accepted');
	const { state, response } = await send({ data: { id } });
	expect(state).toBe('duplicate');
	expect(response.answer).toMatchObject({ status: 200, body: { status: 'duplicate', id } });
});

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

	test('and n8n never answers, the next one is asked to come again, and let in after 10 minutes', async () => {
		jest.useFakeTimers();
		const id = nextId();
		const first = await send({ data: { id } });
		first.response.cut();
		const early = send({ data: { id } });
		await jest.advanceTimersByTimeAsync(3_500);
		expect((await early).response.answer).toMatchObject({ status: 503 });
		await jest.advanceTimersByTimeAsync(596_500);
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
		body: { status: 'unavailable', reason: 'still-under-way' },
	});
	first.response.finish(200);
	expect(await sendAndAcknowledge({ data: { id } })).toBe('duplicate');
});

test('another URL, event, status, moment or shape is no duplicate', async () => {
	const id = nextId();
	const events = otherEvents('ConversationComplete, ConversationUpdated');
	const all: Sent[] = [
		{ data: { id } },
		{ data: { id }, webhookBaseUrl: 'http://127.0.0.1:5999' },
		{ data: { id }, event: 'ConversationUpdated', parameters: events },
		{ data: { id, status: 'Completed' } },
		{ data: { id, updated_at: '2026-11-21T10:00:00Z' } },
		{ data: { session_id: id, agent_name: 'x', start_time: '2026-11-21T10:00:00Z' } },
	];
	for (const sent of all) expect(await sendAndAcknowledge(sent)).toBe('accepted');
	for (const sent of all) expect(await sendAndAcknowledge(sent)).toBe('duplicate');
});

describe('with Same Conversation', () => {
	const parameters: INodeParameters = {
		...otherEvents('ConversationComplete, SessionEnded'),
		options: { ignoreDuplicates: 'sameConversation' },
	};

	test('one conversation starts one execution, whatever its shape and its state', async () => {
		const id = nextId();
		const shapes = [
			{ id, agent_title: 'Appointments', status: 'Pending' },
			{ session_id: id, agent_name: 'Appointments' },
			{ id, agent_title: 'Appointments', status: 'Completed', audio_url: 'https://a.example/1' },
		];
		const states = [];
		for (const data of shapes) states.push(await sendAndAcknowledge({ data, parameters }));
		expect(states).toEqual(['accepted', 'duplicate', 'duplicate']);
	});

	test('another conversation and another event start executions of their own', async () => {
		const id = nextId();
		const sent = [
			{ data: { id } },
			{ data: { id }, event: 'SessionEnded' },
			{ data: { id: nextId() } },
		];
		for (const each of sent) {
			expect(await sendAndAcknowledge({ ...each, parameters })).toBe('accepted');
			expect(await sendAndAcknowledge({ ...each, parameters })).toBe('duplicate');
		}
	});
});

test('with the option off, a delivery that was acknowledged starts another execution', async () => {
	const id = nextId();
	const parameters: INodeParameters = { options: { ignoreDuplicates: 'off' } };
	expect(await sendAndAcknowledge({ data: { id } })).toBe('accepted');
	expect(await sendAndAcknowledge({ data: { id }, parameters })).toBe('accepted');
});

test.each(['conversation', 'flat', 'turns', 'toolCalls', 'raw'])(
	'the output %s leaves no undefined',
	async (output) => {
		const host = createHost({ type: 'voiceAgentTrigger', parameters: { output } });
		const history = [
			{ role: 'Assistant', content: 'Hello' },
			{ role: 'Assistant', tool_name: 'look_up', tool_call_id: 't', tool_arguments_json: '{}' },
		];
		const { items } = await deliver(host, writeEvent({ id: nextId(), history }));
		expect(items.length).toBe(output === 'turns' ? 2 : 1);
		expect(JSON.parse(JSON.stringify(items))).toStrictEqual(items);
	},
);
