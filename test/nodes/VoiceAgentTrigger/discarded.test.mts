import type { INodeParameters } from 'n8n-workflow';
import { deliver, nextId, type DeliverOptions } from '../../support/in-process/deliver.mts';
import { createHost, type Host, otherEvents } from '../../support/in-process/host.mts';
import { useLog } from '../../support/in-process/use-log.mts';

const START = 1_790_000_000_000;

const receive = async (host: Host, body: object | string, options: DeliverOptions = {}) =>
	await deliver(host, body, { now: START, ...options });

const openHost = (parameters: INodeParameters = {}) =>
	createHost({ type: 'voiceAgentTrigger', parameters });

const conversation = (record: object = {}) => ({
	event: 'ConversationComplete',
	data: { id: nextId(), agent_title: 'Sales', ...record },
});

const log = useLog();
const sent = { id: 'c-1', agent_title: 'Sales', from_number: '+49301234567' };

const called = { event: 'ConversationComplete', data: sent };
const other = { event: 'SessionStarted', data: {} };
const challenge = { type: 'url_verification', challenge: 'c-secret' };

test.each<[string, 'warnings' | 'notes', object, RegExp, INodeParameters?]>([
	['a bare record', 'warnings', sent, /rejected a delivery \(event-missing\).*"id", "agent_title"/],
	['another event', 'notes', other, /ignored a delivery \(event-not-wanted\).*SessionStarted/],
	['no event', 'notes', challenge, /ignored a delivery \(no-event\).*"type", "challenge"/],
	['no record', 'notes', { ...called, data: null }, /ignored a delivery \(record-empty\)/],
	[
		'a filter',
		'notes',
		called,
		/by the filter Agents: its agent_title is "Sales"\./,
		{ agents: 'Support' },
	],
	['a number', 'notes', called, /by the filter From Numbers\. /, { fromNumbers: '+43' }],
])('the log names %s, and no value that is personal', async (...row) => {
	const [, level, body, line, filters = {}] = row;
	await receive(openHost({ filters }), body);
	expect(log).toEqual({ warnings: [], notes: [], [level]: [expect.stringMatching(line)] });
	expect(JSON.stringify(log)).not.toMatch(/\+49|c-secret/);
});

test('a record of which nothing is known starts the workflow, and says so once a minute', async () => {
	const host = openHost({ filters: {}, ...otherEvents(['ConversationComplete', 'Other']) });
	const data = { conversation: sent, '+49301234567': {} };
	for (const after of [0, 1, 60_000]) {
		const { items } = await receive(host, { ...called, data }, { now: START + after });
		expect(items).toMatchObject([{ id: null, parse_issue_count: 1 }]);
	}
	await receive(host, { event: 'Other', data }, { now: START + 120_000 });
	expect(log.warnings).toHaveLength(2);
	expect(log.warnings[0]).toMatch(/data is an object with the fields "conversation", \[\*\]\./);
});

test('each node and reason has a line a minute, which counts what was discarded', async () => {
	const host = openHost();
	for (const after of [0, 1, 59_999]) await receive(host, other, { now: START + after });
	expect(log.notes).toHaveLength(1);
	await receive(host, [called], { now: START + 59_999 });
	await receive(openHost(), other, { now: START + 59_999 });
	expect(log.notes).toHaveLength(2);
	const begin = `Voice Agent: workflow "Host" ${host.workflow.id}, node "Voice Agent": `;
	expect(log.warnings).toEqual([
		expect.stringContaining(`${begin}rejected a delivery (body-not-an-object).`),
	]);
	await receive(host, other, { now: START + 60_000 });
	expect(log.notes[2]).toContain('2 more since the last line of this kind.');
});

const outputDiscarded = { outputDiscarded: true };
const byAgent = 'A conversation arrived and was discarded by the filter Agents';
const ofAgent = {
	...{ status: 'ignored', reason: 'agent-not-wanted' },
	...{ filter: 'Agents', field: 'agent_title', value: 'Sales' },
	message: `${byAgent}: its agent_title is "Sales".`,
};

type Discarded = [
	what: string,
	body: object | string,
	httpStatus: number,
	expected: object,
	filters?: INodeParameters,
];

describe.each<Discarded>([
	[
		'an event of another name',
		{ event: 'SessionStarted', data: sent },
		200,
		{ status: 'ignored', reason: 'event-not-wanted', filter: null },
	],
	['a bare record', sent, 400, { status: 'rejected', reason: 'event-missing' }],
	['a filtered conversation', called, 200, ofAgent, { agents: 'Support' }],
	['what is no JSON', 'id=c-1&agent=Sales', 400, { status: 'rejected', reason: 'body-not-json' }],
])('%s', (_what, body, httpStatus, expected, filters = {}) => {
	test.each([
		['in production', {}, false],
		['in production with Output Discarded Deliveries', outputDiscarded, false],
		['while listening', {}, true],
		['while listening with Output Discarded Deliveries', outputDiscarded, true],
	])('%s', async (_, options, isTest) => {
		const host = openHost({ filters, options });
		const isEmitted = isTest || options === outputDiscarded;
		const { result, answer, items, discarded } = await receive(host, body, { isTest });
		// The sender gets the same response in every case.
		expect(answer).toMatchObject({ status: httpStatus, body: { reason: expect.any(String) } });
		expect(result.noWebhookResponse).toBe(true);
		expect(items).toEqual([]);
		expect(result.workflowData === undefined).toBe(!isEmitted);
		if (isEmitted) expect(discarded).toMatchObject([{ delivery: expected, body }]);
	});
});

test('a duplicate is discarded in production, and no delivery is one while listening', async () => {
	const host = openHost({ options: outputDiscarded });
	const body = conversation();
	await receive(host, body);
	expect(await receive(host, body)).toMatchObject({
		answer: { status: 200, body: { status: 'duplicate', id: body.data.id } },
		discarded: [{ delivery: { status: 'duplicate', reason: 'duplicate' }, body }],
	});
	const note = expect.stringContaining('ignored a delivery (duplicate)');
	expect(log).toEqual({ warnings: [], notes: [note] });
	const { id } = body.data;
	for (const isTest of [true, true]) {
		const received = await receive(host, body, { isTest });
		expect(received).toMatchObject({ items: [{ id }], discarded: [] });
	}
});

test('equal deliveries that are discarded start one execution a minute, and each listening shows them', async () => {
	const host = openHost({ options: outputDiscarded });
	const another = { event: 'SessionStarted', data: { id: nextId() } };
	const countItems = async (body: object, after: number, isTest = false) =>
		(await receive(host, body, { now: START + after, isTest })).discarded.length;
	expect([await countItems(another, 0), await countItems(another, 1)]).toEqual([1, 0]);
	for (const after of [2, 3]) expect(await countItems(another, after, true)).toBe(1);
	expect(await countItems({ ...another, sent: 2 }, 4)).toBe(1);
	expect([await countItems(another, 59_999), await countItems(another, 60_000)]).toEqual([0, 1]);
	const elsewhere = await receive(openHost({ options: outputDiscarded }), another, { now: START });
	expect(elsewhere.discarded).toHaveLength(1);
});

// What is not authentic: authentication.test.mts.
test('with Always Output Data nothing is items: n8n would fill the first output', async () => {
	const host = openHost({ options: outputDiscarded });
	host.node.alwaysOutputData = true;
	expect((await receive(host, [])).result).toEqual({ noWebhookResponse: true });
});

test('the session token of a body is not shown', async () => {
	const host = openHost({ options: outputDiscarded });
	const data = { ...sent, session_token: 'secret-of-the-session' };
	const record = JSON.stringify({ event: 'ConversationComplete', data });
	const escaped = record.replace('secret', String.raw`\u002B\/secret`);
	const other = escaped.replace('ConversationComplete', 'Other');
	const large = `${other.slice(0, -1)},"pad":"${'x'.repeat(256_000)}"}`;
	const bodies = [[data], { event: 'Other', data }, JSON.stringify(record), record.slice(0, -2)];
	const inText = { event: 'ConversationComplete', data: escaped };
	const utf16 = record.split('').join('\0');
	const form = 'id=1&session_token=secret-of-the-session';
	for (const body of [...bodies, inText, escaped.slice(0, -2), large, utf16, form]) {
		const { discarded } = await receive(host, body);
		expect(discarded).toHaveLength(1);
		expect(JSON.stringify(discarded)).not.toContain('secret-of-the-session');
		expect(JSON.stringify(discarded)).toContain('id');
	}
});

test.each([
	['a large body', JSON.stringify(Array(200_000).fill([]))],
	['a deep one', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
])('of %s the beginning is shown', async (_, body) => {
	const { discarded } = await receive(openHost({ options: outputDiscarded }), body);
	expect(discarded).toMatchObject([{ body: body.slice(0, 16_000), body_bytes: body.length }]);
});

describe('the whole event', () => {
	const meta = { attempt: 2, session_token: 'secret' };
	const beside = { delivery_id: 'd-1', meta, sessionToken: 'secret' };
	const forged = { valid: true, envelope: {} };
	const event = { ...conversation(), ...beside };
	const receiveEvent = async (changes: object, parameters: INodeParameters) => {
		const data = { ...event.data, id: nextId() };
		const body = { ...event, data, ...changes };
		return { data, ...(await receive(openHost(parameters), body)) };
	};

	const names = ['ConversationComplete', 'Other'];

	test.each(names)('is in Raw as it came, but for the verdict: %s', async (name) => {
		const parameters = { output: 'raw', ...otherEvents(name) };
		const { data, items } = await receiveEvent({ event: name, delivery: forged }, parameters);
		const { delivery, ...others } = items[0] ?? {};
		expect(others).toEqual({ ...event, event: name, data });
		expect(delivery).toMatchObject({ status: 'accepted', valid: null });
		expect(delivery).not.toHaveProperty('envelope');
	});

	test.each(names)('is in delivery.envelope, beside the data of %s', async (name) => {
		const { items } = await receiveEvent({ event: name }, otherEvents(name));
		expect(Object(items[0]?.delivery).envelope).toEqual({
			delivery_id: 'd-1',
			meta: { attempt: 2, session_token: null },
		});
	});

	test('holds neither of them if they are written in another letter case', async () => {
		const { event: Event, data } = conversation();
		const { items } = await receive(openHost(), { Event, DATA: data, attempt: 2 });
		expect(Object(items[0]?.delivery).envelope).toEqual({ attempt: 2 });
	});

	// How much pickEnvelopeFields takes: `["first","…"]` and `["last",1]` have 22 bytes without the text.
	test.each([
		[15_978, ['first', 'last']],
		[15_979, ['first']],
		[16_000, ['last']],
	])('takes 16 kB at most there, and leaves out what has no room: %i', async (length, names) => {
		const body = { ...conversation(), first: 'a'.repeat(length), last: 1 };
		const { items } = await receive(openHost(), body);
		expect(Object.keys(Object(items[0]?.delivery).envelope)).toEqual(names);
	});

	test('is null if nothing stands beside event and data', async () => {
		const { items } = await receive(openHost(), conversation());
		expect(items).toMatchObject([{ delivery: { envelope: null } }]);
	});
});
