import type { INodeParameters } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { createExchange } from './host/exchange.mts';
import { createHost, type Host } from './host/host.mts';

const trigger = new VoiceAgentTrigger();
let conversations = 0;
const nextId = () => `trace-${++conversations}`;

const START = 1_790_000_000_000;

async function receive(host: Host, body: object | string, now = START) {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
	try {
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		const { request, response } = createExchange(text);
		const result = await trigger.webhook.call(host.webhook(request, response));
		if (response.answer === undefined) response.finish(200);
		return { result, answer: response.answer };
	} finally {
		clock.mockRestore();
	}
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

	test('a bare record is refused with a warning that names its fields, and no value', async () => {
		await receive(openHost(), { id: 'c-1', from_number: '+49301234567' });
		expect(lines()).toEqual({
			warnings: [
				expect.stringMatching(/refused a delivery \(event-missing\).*"id", "from_number"/),
			],
			notes: [],
		});
		expect(JSON.stringify(warn.mock.calls)).not.toContain('+49');
	});

	test('an event of another name is told with its name', async () => {
		await receive(openHost(), { event: 'SessionStarted', data: {} });
		expect(lines()).toEqual({
			warnings: [],
			notes: [expect.stringMatching(/ignored a delivery \(event-not-wanted\).*SessionStarted/)],
		});
	});

	test('a name that is a text is not told', async () => {
		await receive(openHost(), { event: 'I said "hello" to Ann', data: {} });
		expect(lines().notes[0]).toContain('event-not-wanted');
		expect(lines().notes[0]).not.toContain('Ann');
	});

	test('a filter is told with what it found, unless that is personal', async () => {
		await receive(openHost({ filters: { agents: 'Support' } }), conversation());
		const numbers = openHost({ filters: { fromNumbers: '+43' } });
		await receive(numbers, conversation({ from_number: '+49301234567' }));
		expect(lines().notes).toEqual([
			expect.stringContaining('held back by the filter Agents: its agent_title is "Sales".'),
			expect.stringContaining('held back by the filter From Numbers.'),
		]);
		expect(JSON.stringify(info.mock.calls)).not.toContain('+49');
	});

	test('a duplicate is told', async () => {
		const host = openHost();
		const body = conversation();
		await receive(host, body);
		await receive(host, body);
		expect(lines().notes).toEqual([expect.stringContaining('ignored a delivery (duplicate)')]);
	});

	test('each node and reason has a line a minute, which counts what was held back', async () => {
		const host = openHost();
		const another = { event: 'SessionStarted', data: {} };
		for (const after of [0, 1, 59_999]) await receive(host, another, START + after);
		expect(lines().notes).toHaveLength(1);
		await receive(host, [], START + 59_999);
		await receive(openHost(), another, START + 59_999);
		expect({ ...lines(), notes: lines().notes.length }).toEqual({
			warnings: [expect.stringContaining('body-not-an-object')],
			notes: 2,
		});
		await receive(host, another, START + 60_000);
		expect(lines().notes[2]).toContain('2 more since the last line of this kind.');
	});
});

test('an accepted conversation says so', async () => {
	const { result } = await receive(openHost(), conversation());
	expect(result.workflowData).toMatchObject([[{ json: { delivery: { status: 'accepted' } } }]]);
});
