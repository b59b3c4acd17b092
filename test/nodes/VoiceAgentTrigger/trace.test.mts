import type { INodeParameters } from 'n8n-workflow';
import { atMoment } from '../../support/clock.mts';
import { deliver, nextId, type DeliverOptions } from '../../support/in-process/deliver.mts';
import { createHost, type Host, otherEvents } from '../../support/in-process/host.mts';

const START = 1_790_000_000_000;

type Sent = { now?: number } & DeliverOptions;

async function receive(host: Host, body: object | string, { now = START, ...options }: Sent = {}) {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return await atMoment(now, () => deliver(host, text, options));
}

const openHost = (parameters: INodeParameters = {}) =>
	createHost({ type: 'voiceAgentTrigger', parameters });

const conversation = (record: object = {}) => ({
	event: 'ConversationComplete',
	data: { id: nextId(), agent_title: 'Sales', ...record },
});

describe('the log', () => {
	type Log = ReturnType<Host['hook']>['logger'];
	let warn: jest.SpiedFunction<Log['warn']>;
	let info: jest.SpiedFunction<Log['info']>;

	beforeEach(() => {
		const { logger } = openHost().hook();
		warn = jest.spyOn(logger, 'warn').mockImplementation();
		info = jest.spyOn(logger, 'info').mockImplementation();
	});

	afterEach(() => jest.restoreAllMocks());

	const lines = () => ({
		warnings: warn.mock.calls.map(([line]) => line),
		notes: info.mock.calls.map(([line]) => line),
	});

	test('a bare record is rejected with a warning that names its fields, and no value', async () => {
		await receive(openHost(), { id: 'c-1', from_number: '+49301234567' });
		expect(lines()).toEqual({
			warnings: [
				expect.stringMatching(/rejected a delivery \(event-missing\).*"id", "from_number"/),
			],
			notes: [],
		});
		expect(JSON.stringify(warn.mock.calls)).not.toContain('+49');
	});

	test('the log names a duplicate', async () => {
		const [host, body] = [openHost(), conversation()];
		await receive(host, body);
		await receive(host, body);
		const notes = [expect.stringContaining('ignored a delivery (duplicate)')];
		expect(lines()).toEqual({ warnings: [], notes });
	});

	test('the log names an event of another name', async () => {
		await receive(openHost(), { event: 'SessionStarted', data: {} });
		expect(lines()).toEqual({
			warnings: [],
			notes: [expect.stringMatching(/ignored a delivery \(event-not-wanted\).*SessionStarted/)],
		});
	});

	test('the log names a filter with what it found, unless that is personal', async () => {
		await receive(openHost({ filters: { agents: 'Support' } }), conversation());
		const numbers = openHost({ filters: { fromNumbers: '+43' } });
		await receive(numbers, conversation({ from_number: '+49301234567' }));
		expect(lines().notes).toEqual([
			expect.stringContaining('discarded by the filter Agents: its agent_title is "Sales".'),
			expect.stringContaining('discarded by the filter From Numbers.'),
		]);
		expect(JSON.stringify(info.mock.calls)).not.toContain('+49');
	});

	test('each node and reason has a line a minute, which counts what was discarded', async () => {
		const host = openHost();
		const another = { event: 'SessionStarted', data: {} };
		for (const after of [0, 1, 59_999]) await receive(host, another, { now: START + after });
		expect(lines().notes).toHaveLength(1);
		await receive(host, [], { now: START + 59_999 });
		await receive(openHost(), another, { now: START + 59_999 });
		expect({ ...lines(), notes: lines().notes.length }).toEqual({
			warnings: [expect.stringContaining('body-not-an-object')],
			notes: 2,
		});
		expect(lines().warnings[0]).toContain(
			`Voice Agent: workflow "Host" ${host.workflow.id}, node "Voice Agent": rejected a delivery (body-not-an-object).`,
		);
		await receive(host, another, { now: START + 60_000 });
		expect(lines().notes[2]).toContain('2 more since the last line of this kind.');
	});
});

const sent = { id: 'c-1', agent_title: 'Sales', from_number: '+49301234567' };
const outputDiscarded = { outputDiscarded: true };

interface DiscardCase {
	what: string;
	parameters?: INodeParameters;
	body: object | string;
	httpStatus: number;
	expected: object;
}

const discardCases: DiscardCase[] = [
	{
		what: 'an event of another name',
		body: { event: 'SessionStarted', data: sent },
		httpStatus: 200,
		expected: { status: 'ignored', reason: 'event-not-wanted', filter: null },
	},
	{
		what: 'a bare record',
		body: sent,
		httpStatus: 400,
		expected: { status: 'rejected', reason: 'event-missing' },
	},
	{
		what: 'a filtered conversation',
		parameters: { filters: { agents: 'Support' } },
		body: { event: 'ConversationComplete', data: sent },
		httpStatus: 200,
		expected: {
			status: 'ignored',
			reason: 'agent-not-wanted',
			filter: 'Agents',
			field: 'agent_title',
			value: 'Sales',
			message:
				'A conversation arrived and was discarded by the filter Agents: its agent_title is "Sales".',
		},
	},
	{
		what: 'a conversation discarded by its number',
		parameters: { filters: { fromNumbers: '+43' } },
		body: { event: 'ConversationComplete', data: sent },
		httpStatus: 200,
		expected: {
			reason: 'from-number-not-wanted',
			value: '+49301234567',
			message: 'A conversation arrived and was discarded by the filter From Numbers.',
		},
	},
	{
		what: 'a list of events',
		body: [{ event: 'ConversationComplete', data: sent }],
		httpStatus: 400,
		expected: { status: 'rejected', reason: 'body-not-an-object' },
	},
	{
		what: 'what is no JSON',
		body: 'id=c-1&agent=Sales',
		httpStatus: 400,
		expected: { status: 'rejected', reason: 'body-not-json' },
	},
];

describe.each(discardCases)('$what', ({ parameters = {}, body, httpStatus, expected }) => {
	test.each<[string, INodeParameters, boolean, boolean]>([
		['in production', {}, false, false],
		['in production with Output Discarded Deliveries', outputDiscarded, false, true],
		['while listening', {}, true, true],
		['while listening with Output Discarded Deliveries', outputDiscarded, true, true],
	])('%s', async (_, options, isTest, isEmitted) => {
		const host = openHost({ ...parameters, options });
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
		answer: { status: 200, body: { status: 'duplicate' } },
		discarded: [{ delivery: { status: 'duplicate', reason: 'duplicate' }, body }],
	});
	for (const isTest of [true, true]) {
		expect(await receive(host, body, { isTest })).toMatchObject({
			items: [{ id: body.data.id }],
			discarded: [],
		});
	}
});

test('equal deliveries that are discarded start one execution a minute, and each listening shows them', async () => {
	const host = openHost({ options: outputDiscarded });
	const another = { event: 'SessionStarted', data: { id: nextId() } };
	const countItems = async (body: object, after: number, isTest = false) =>
		(await receive(host, body, { now: START + after, isTest })).discarded.length;
	expect(await countItems(another, 0)).toBe(1);
	expect(await countItems(another, 1)).toBe(0);
	expect(await countItems(another, 2, true)).toBe(1);
	expect(await countItems(another, 3, true)).toBe(1);
	expect(await countItems({ ...another, sent: 2 }, 4)).toBe(1);
	expect(await countItems(another, 59_999)).toBe(0);
	expect(await countItems(another, 60_000)).toBe(1);
	const elsewhere = await receive(openHost({ options: outputDiscarded }), another, { now: START });
	expect(elsewhere.discarded).toHaveLength(1);
});

test('what is not authentic is shown while listening alone, with its reason and no body', async () => {
	const parameters = { verifyDeliveries: 'require', options: outputDiscarded };
	const body = conversation();
	const production = await receive(openHost(parameters), body);
	expect([production.answer?.status, production.result.workflowData]).toEqual([401, undefined]);
	const listening = await receive(openHost(parameters), body, { isTest: true });
	expect(listening).toMatchObject({
		answer: { status: 401, body: { status: 'rejected', reason: 'not-authenticated' } },
		items: [],
		discarded: [{ delivery: { status: 'rejected', reason: 'authorization-missing' }, body: null }],
	});
	expect(JSON.stringify(listening.discarded)).not.toContain(body.data.id);
});

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
	const event = {
		event: 'ConversationComplete',
		delivery_id: 'd-1',
		data: { id: 'x', agent_title: 'Sales' },
		meta: { attempt: 2 },
		sessionToken: 'secret',
	};
	const receiveEvent = async (changes: object, parameters: INodeParameters) => {
		const data = { ...event.data, id: nextId() };
		const body = { ...event, data, ...changes };
		return { data, ...(await receive(openHost(parameters), body)) };
	};

	const names = ['ConversationComplete', 'Other'];

	test.each(names)('stands in Raw as it came: %s', async (name) => {
		const parameters = { output: 'raw', ...otherEvents(name) };
		const { data, items } = await receiveEvent({ event: name }, parameters);
		expect(items).toEqual([{ ...event, event: name, data }]);
	});

	test.each(names)('stands beside the data of %s in delivery.envelope', async (name) => {
		const { items } = await receiveEvent({ event: name }, otherEvents(name));
		const { delivery_id, meta } = event;
		expect(Object(items[0]?.delivery).envelope).toEqual({ delivery_id, meta });
	});

	test('takes 16 kB at most there, and leaves out what has no room', async () => {
		const { items } = await receiveEvent({ first: 'a'.repeat(17_000), last: 1 }, {});
		const { envelope } = Object(items[0]?.delivery);
		expect(Object.keys(envelope)).toEqual(['delivery_id', 'meta', 'last']);
	});

	test('is rejected if it is nested too deep', async () => {
		const deep = JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`);
		expect((await receiveEvent({ deep }, { output: 'raw' })).answer).toMatchObject({
			status: 400,
			body: { reason: 'nested-too-deep' },
		});
	});

	test('is null if nothing stands beside event and data', async () => {
		const { items } = await receive(openHost(), conversation());
		expect(items).toMatchObject([{ delivery: { envelope: null } }]);
	});
});
