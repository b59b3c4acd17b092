import type { Conversation } from '../../../core/conversation/conversation.ts';
import { MAX_TURNS, MAX_VOICE_SETTINGS } from '../../../core/record/check-record-limits.ts';
import { parseRecord } from '../../../core/record/parse-record.ts';
import { startSandbox } from '../../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../../sandbox/types.mts';

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
	'{"content":"a"}',
	'{"tool_arguments_json":"1e20"}',
	'{"tools_added":[1e20]}',
])('a body full of %s gives no item of many times its size', (entry) => {
	const history = Array.from({ length: MAX_TURNS }, () => entry).join();
	const settings = Array.from({ length: MAX_VOICE_SETTINGS }, () => '{}').join();
	const data = `{"history":[${history}],"synthesized_user_tts_additional_properties":[${settings}]}`;
	const body = `{"event":"ConversationComplete","data":${data}}`;
	expect(sizeOf(read(JSON.parse(data)))).toBeLessThanOrEqual(6 * body.length + 64_000);
});
