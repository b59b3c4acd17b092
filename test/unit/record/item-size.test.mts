import { buildItem, OUTPUTS } from '../../../core/conversation/outputs.ts';
import { RECORD_LIMITS } from '../../../core/record/limits.ts';
import { createRecord } from '../../../sandbox/conversations/create-record.mts';
import { ITEM_LIMIT } from '../../support/records/item-limit.mts';
import { convert } from '../../support/records/read-fixture.mts';

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** n8n stores each text once, however often it stands in an execution. */
function storedSizeOf(item: object): number {
	const texts = new Set<unknown>();
	const once = (_name: string, value: unknown) => {
		if (typeof value !== 'string' || value.length < 10) return value;
		return texts.has(value) ? '' : (texts.add(value), value);
	};
	return Buffer.byteLength(JSON.stringify(item, once));
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
		const more = transcript + argumentBytes + sizeOf(conversation.tool_calls);
		// Of each turn: `"metrics":{},` and its `offset_seconds`.
		const most = body + more + 40 * all.length + 3000;
		expect(sizeOf(conversation)).toBeLessThanOrEqual(most);
	});
});

/** An item may be so much larger, most of it for 1,000 URL parameters. */
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
		const item = buildItem(body, output, conversation, Object(record));
		const isBounded = storedSizeOf(item) <= ITEM_LIMIT.times * bytes + mostBytesMore;
		expect({ output, isBounded }).toEqual({ output, isBounded: true });
	}
}

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
