import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { buildOutputItems, OUTPUTS } from '../../../core/conversation/build-output-items.ts';
import { conversationSchema, type Conversation } from '../../../core/conversation/conversation.ts';
import { turnSchema } from '../../../core/conversation/turn.ts';
import { RECORD_LIMITS } from '../../../core/record/check-record-limits.ts';
import { parseRecord } from '../../../core/record/parse-record.ts';
import { startSandbox } from '../../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../../sandbox/types.mts';

const TURN_NAMES = Object.keys(turnSchema.shape);
const HEAD_NAMES = Object.keys(conversationSchema.shape);

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

function read(record: unknown): Conversation {
	const parsed = parseRecord(record);
	if (!parsed.success) throw new Error(parsed.error.code);
	return parsed.conversation;
}

describe('an item is little more than its body', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox();
	});
	afterAll(() => sandbox.close());

	const sizes = (['A', 'B'] as const).flatMap((shape) =>
		[8, 200, 2000].map((turns) => [shape, turns] as const),
	);
	test.each(sizes)('shape %s, %i turns', (shape, turns) => {
		const record = sandbox.createRecord({ shape, turns });
		const conversation = read(JSON.parse(JSON.stringify(record)));
		const all = [...(conversation.history ?? []), ...(conversation.synthesized_chat_history ?? [])];
		expect(all.length).toBeGreaterThanOrEqual(turns);
		const withArguments = all.filter(({ tool_arguments: parsed }) => parsed !== undefined);
		const argumentBytes = withArguments.reduce(
			(sum, { tool_arguments }) => sum + sizeOf({ tool_arguments }),
			0,
		);
		const body = sizeOf({ event: 'ConversationComplete', data: record });
		const transcript = sizeOf(conversation.summary.transcript);
		expect(sizeOf(conversation)).toBeLessThanOrEqual(
			body + transcript + argumentBytes + 16 * all.length + 3000,
		);
	});
});

/** An item may be so many times its body, and so much more, most of it for 1,000 URL parameters. */
const MOST_TIMES = 6;
const MOST_BYTES_MORE = 64_000;
/** What is more for a small body: every field of the head, and 100 settings of a voice. */
const MOST_BYTES_MORE_OF_FEW = 16_000;
/** Each item of Turns and Tool Calls has all columns, and carries the conversation's id. */
const MOST_BYTES_AN_ITEM = 1_000;

/** The text of a record, of which a body full of it is made. */
function expectBounded(data: string, mostBytesMore = MOST_BYTES_MORE_OF_FEW): void {
	const record: unknown = JSON.parse(data);
	const parsed = parseRecord(record);
	if (!parsed.success) throw new Error(parsed.error.code);
	const body = Buffer.byteLength(`{"event":"ConversationComplete","data":${data}}`);
	const most = MOST_TIMES * body + mostBytesMore;
	for (const output of OUTPUTS) {
		const items = buildOutputItems(output, parsed.conversation, Object(record));
		const isOfMany = ['turns', 'synthesizedTurns', 'toolCalls'].includes(output);
		const allowed = most + (isOfMany ? MOST_BYTES_AN_ITEM * items.length : 0);
		expect({ output, isBounded: sizeOf(items) <= allowed }).toEqual({ output, isBounded: true });
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

test('generated bodies give no item of many times their size', () => {
	const seed = 20_261_122;
	const random = xoroshiro128plus(seed);
	const below = (limit: number) => uniformInt(random, 0, limit - 1);
	const choose = (texts: readonly string[]) => texts[below(texts.length)] ?? '';
	const values = ['0', '1e20', '""', '"a"', 'null', 'true', '[]', '{}', '[1e20,""]', '{"":1e20}'];
	const names = [...TURN_NAMES, 'x', 'toolName', 'metrics'];
	for (let body = 0; body < 60; body += 1) {
		const turns = Array.from({ length: below(500) }, () => {
			const fields = Array.from({ length: below(4) }, () => `"${choose(names)}":${choose(values)}`);
			return below(10) === 0 ? choose(values) : `{${fields.join()}}`;
		});
		const list = choose(['history', 'synthesized_chat_history', 'synthesizedChatHistory']);
		try {
			expectBounded(`{"${list}":[${turns.join()}],"${choose(HEAD_NAMES)}":${choose(values)}}`);
		} catch (error) {
			throw new Error(`Body ${body} of the seed ${seed}`, { cause: error });
		}
	}
});

describe('generated bodies of megabytes', () => {
	const { turns: mostTurns, listElements, argumentValues, mapKeys } = RECORD_LIMITS;
	/** How pieces of text are written in JSON: plain, escaped, and of several bytes. */
	const letters = ['a', '\\n', '\\"', '\\u0001', '\\ud800', 'é', '😀', ' b'];
	const elements = ['1e20', '0', '""', '"a"', 'null', '{}', '[]', '{"":1e20}'];

	/** A record of about so many bytes, as JSON text that passes every limit. */
	function build(bytes: number, seed: number): string {
		const random = xoroshiro128plus(seed);
		const below = (limit: number) => uniformInt(random, 0, limit - 1);
		const choose = (texts: readonly string[]) => texts[below(texts.length)] ?? '';
		/** From a few to very many, each order of magnitude as likely as the next. */
		const size = (most: number) => Math.max(1, Math.floor(most ** (below(1_000) / 1_000)));
		const text = (most: number) => `"${choose(letters).repeat(size(most))}"`;
		const list = (most: number) =>
			`[${Array.from({ length: size(most) }, () => choose(elements)).join()}]`;
		let argumentsLeft = argumentValues.maximum;
		const toolArguments = () => {
			const count = Math.min(size(10_000), argumentsLeft);
			argumentsLeft -= count;
			return `"[${Array.from({ length: count }, () => '1e20').join()}]"`;
		};
		const fields: (() => string)[] = [
			() => `"role":"User","content":${text(100_000)}`,
			() => `"role":${text(50)},"content":${text(1_000)}`,
			() => `"tool_name":${text(300)},"tool_output":${text(50_000)}`,
			() => `"tool_name":"a","tool_arguments_json":${toolArguments()}`,
			() => `"tools_added":${list(listElements.maximum)}`,
			() => `"x":${list(listElements.maximum)}`,
			() => `"metrics":{"e2e_latency":${choose(elements)}}`,
		];
		const names = Array.from({ length: below(mapKeys.maximum) }, (_, index) => `"p${index}"`);
		const parameters = names.map((name) => `${name}:${text(5_000)}`).join();
		const turns: string[] = [];
		let length = parameters.length;
		while (length < bytes && turns.length < mostTurns.maximum) {
			const turn = `{${fields[below(fields.length)]?.() ?? ''}}`;
			turns.push(turn);
			length += Buffer.byteLength(turn) + 1;
		}
		const half = below(2) === 0 ? 0 : Math.floor(turns.length / 2);
		const lists = [turns.slice(half), turns.slice(0, half)].map((part) => `[${part.join()}]`);
		return `{"id":"${seed}","url_parameters":{${parameters}},"history":${lists[0]},"synthesized_chat_history":${lists[1]}}`;
	}

	test.each([
		[1, 11],
		[1, 12],
		[1, 13],
		[2, 14],
		[4, 15],
		[8, 16],
		[15, 17],
	])(
		'%i MB, seed %i',
		(megabytes, seed) => expectBounded(build(megabytes * 1e6, seed), MOST_BYTES_MORE),
		300_000,
	);
});
