import {
	buildBoundedItems,
	OUTPUT_LIMIT,
	OUTPUTS,
	outputs,
} from '../../../core/conversation/outputs.ts';
import { turnSchema } from '../../../core/conversation/turn.ts';
import { RECORD_LIMITS } from '../../../core/record/limits.ts';
import { createRecord } from '../../../sandbox/conversations/create-record.mts';
import { convert } from '../../support/records/read-fixture.mts';

const TURN_NAMES = Object.keys(turnSchema.shape);

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** n8n stores each text once, however often it stands in an execution. */
function storedSizeOf(items: object[]): number {
	const texts = new Set<unknown>();
	const once = (_name: string, value: unknown) => {
		if (typeof value !== 'string' || value.length < 10) return value;
		return texts.has(value) ? '' : (texts.add(value), value);
	};
	return Buffer.byteLength(JSON.stringify(items, once));
}

describe('an item is little more than its body', () => {
	const endedAtMs = Date.UTC(2026, 10, 3, 9, 30);
	const recordings = { baseUrl: 'https://media.example.com', nowMs: endedAtMs };

	const sizes = (['A', 'B'] as const).flatMap((shape) =>
		[8, 200, 2000].map((turns) => [shape, turns] as const),
	);
	test.each(sizes)('shape %s, %i turns', (shape, turns) => {
		const options = { shape, turns };
		const { record } = createRecord({ seed: 1, endedAtMs, options }, recordings);
		const conversation = convert(JSON.parse(JSON.stringify(record)));
		const all = [...(conversation.history ?? []), ...(conversation.synthesized_chat_history ?? [])];
		expect(all.length).toBeGreaterThanOrEqual(turns);
		const withArguments = all.flatMap(({ tool_arguments }) =>
			tool_arguments ? [{ tool_arguments }] : [],
		);
		const argumentBytes = withArguments.reduce((sum, each) => sum + sizeOf(each), 0);
		const body = sizeOf({ event: 'ConversationComplete', data: record });
		const transcript = sizeOf(conversation.transcript);
		const most = body + transcript + argumentBytes + 16 * all.length + 3000;
		expect(sizeOf(conversation)).toBeLessThanOrEqual(most);
	});
});

/** An item may be so many times its body, and so much more, most of it for 1,000 URL parameters. */
const MOST_TIMES = 6;
const MOST_BYTES_MORE = 64_000;
/** What is more for a small body: every field of the head, and 100 settings of a voice. */
const MOST_BYTES_MORE_OF_FEW = 16_000;

/** @param data the record as text */
function expectBounded(data: string, mostBytesMore = MOST_BYTES_MORE_OF_FEW): void {
	const record: unknown = JSON.parse(data);
	const conversation = convert(record);
	const body = `{"event":"ConversationComplete","data":${data}}`;
	const bytes = Buffer.byteLength(body);
	for (const output of OUTPUTS) {
		const built = buildBoundedItems(body, output, conversation, Object(record));
		const isOfMany = outputs[output].isOfMany;
		if (!built.success && isOfMany) continue;
		const most = isOfMany
			? OUTPUT_LIMIT.times * bytes + OUTPUT_LIMIT.bytesMore
			: MOST_TIMES * bytes + mostBytesMore;
		const isBounded = built.success && storedSizeOf(built.items) <= most;
		expect({ output, isBounded }).toEqual({ output, isBounded: true });
	}
}

/** How the items of a record end, by output. */
function outcomes(data: object): Record<string, string | number> {
	const record = JSON.parse(JSON.stringify(data));
	const conversation = convert(record);
	const body = JSON.stringify({ event: 'ConversationComplete', data });
	return Object.fromEntries(
		OUTPUTS.map((output) => {
			const built = buildBoundedItems(body, output, conversation, record);
			return [output, built.success ? built.items.length : built.error.code];
		}),
	);
}

const ONE_ITEM = { conversation: 1, simplified: 1, flat: 1, raw: 1 };

const many = (count: number, turn: object) => Array.from({ length: count }, () => turn);
const fill = (value: unknown) => Object.fromEntries(TURN_NAMES.map((name) => [name, value]));
const oneOfEverything = [fill(null), { ...fill('a'), metrics: { e2e_latency: 1 } }];
const letters = [...oneOfEverything, ...many(20_000, { id: 'a' })];

test.each([
	['empty turns', 'turns', { id: '1', history: many(25_000, {}) }],
	['turns of one letter beside one of everything', 'turns', { history: letters }],
	['calls of tools', 'toolCalls', { history: many(25_000, { tool_name: 'a' }) }],
])('very many %s are rejected by %s, not by an output of one item', (_what, output, record) => {
	expect(outcomes(record)).toMatchObject({ ...ONE_ITEM, [output]: 'output-too-large' });
});

test.each([
	['turns', {}],
	['toolCalls', { tool_name: 'a' }],
] as const)(
	'%s are emitted up to the limit, and take about as much as n8n stores',
	(output, turn) => {
		const record = { history: many(5_000, turn) };
		const build = (bodyBytes: number) =>
			buildBoundedItems(Buffer.alloc(bodyBytes, ' '), output, convert(record), record);
		const built = build(10_000_000);
		if (!built.success) throw new Error('Nothing was emitted.');
		const counted = built.items.reduce((sum, item) => sum + 108 + JSON.stringify(item).length, 0);
		const leastBytes = Math.ceil((counted - 1_000_000) / 10);
		expect([build(leastBytes).success, build(leastBytes - 1).success]).toEqual([true, false]);
		// n8n stores where each item came from as well.
		const stored = storedSizeOf(built.items) + 120 * built.items.length;
		expect(stored / counted).toBeGreaterThan(0.7);
		expect(stored / counted).toBeLessThan(1.3);
	},
);

test('long names of a call leave room for 2,000 turns that repeat them', () => {
	const text = 'b'.repeat(80);
	const history = many(2_000, { role: 'User' });
	const record = { agent_title: text, started_at: text, from_number: text, history };
	expect(outcomes(record)).toMatchObject({ turns: 2_000 });
});

test('5,000 turns of one word each are emitted by every output', () => {
	const turns = Array.from({ length: 5_000 }, (_, index) =>
		index % 2 === 0 ? { role: 'User', content: 'Yes' } : { role: 'Agent', content: 'No' },
	);
	const head = { id: 'c0ffee00-0000-4000-8000-000000000001', started_at: '2026-11-03T09:15:00Z' };
	const names = { agent_title: 'Appointments of the practice', from_number: '+49 30 1234567' };
	const record = { ...head, ...names, history: turns };
	expect(outcomes(record)).toMatchObject({ ...ONE_ITEM, turns: 5_000 });
	const calls = turns.map((_, index) => ({
		tool_name: 'find',
		tool_call_id: `call_${index}`,
		tool_arguments_json: '{}',
	}));
	expect(outcomes({ ...record, history: calls })).toMatchObject({ ...ONE_ITEM, toolCalls: 5_000 });
});

// 1e20 is written with 21 digits, and what is not documented gets the name of its place.
test.each([
	'{}',
	'0',
	'[]',
	'1e20',
	'{"":0}',
	'{"":1e20}',
	'{"id":0}',
	'{"metrics":0}',
	'{"metrics":{"e2e_latency":1e20}}',
	'{"content":"a"}',
	'{"role":"u","content":"a"}',
	'{"role":"\\ud800","content":"\\u0000\\u0001😀"}',
	'{"tool_name":"a"}',
	'{"tool_output":"a"}',
	'{"tool_arguments_json":"1e20"}',
	'{"tool_arguments_json":"[1e20,1e20,1e20,1e20]"}',
	'{"tools_added":[1e20]}',
])('a body full of %s gives no item of many times its size', (entry) => {
	const history = Array.from({ length: 3_000 }, () => entry).join();
	const settings = Array.from({ length: RECORD_LIMITS.voiceSettings.maximum }, () => '{}').join();
	const id = '\\u0001'.repeat(49);
	expectBounded(
		`{"id":"${id}","history":[${history}],"synthesized_user_tts_additional_properties":[${settings}]}`,
	);
});

test.each([
	['tools', (list: string) => `{"history":[{"tools_added":[${list}]}]}`],
	['reasons', (list: string) => `{"test_eval_result":{"reasons":[${list}]}}`],
	['arguments', (list: string) => `{"history":[{"tool_arguments_json":"[${list}]"}]}`],
	['an unknown list', (list: string) => `{"":[${list}]}`],
])('%s that are numbers give no item of many times their size', (_, build) => {
	const numbers = Array.from({ length: RECORD_LIMITS.listElements.maximum }, () => '1e20');
	expectBounded(build(numbers.join()));
});

test('URL parameters give no item of many times their size', () => {
	const { maximum } = RECORD_LIMITS.mapKeys;
	const names = Array.from({ length: maximum }, (_, index) => index.toString(36));
	for (const value of ['""', '1e20', 'null']) {
		const parameters = names.map((name) => `"${name}":${value}`).join();
		expectBounded(`{"url_parameters":{${parameters}}}`, MOST_BYTES_MORE);
	}
});
