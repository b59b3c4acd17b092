import { buildChatMessages } from '../../../core/conversation/transcript/chat-messages.ts';
import type { Json, JsonRecord } from '../../support/interface/build-sample.mts';
import { convert, readConversation } from '../../support/records/read-fixture.mts';

test('have system turns and tool calls where asked for', () => {
	const messages = buildChatMessages(readConversation('shape-a-full'), {
		includeSystemTurns: true,
		includeToolCalls: true,
	});
	expect(messages.map(({ role }) => role).join(' ')).toBe(
		'system assistant user assistant tool assistant tool assistant',
	);
	const expected = { role: 'user', content: 'I would like to move\nmy appointment.' };
	expect(messages[2]).toEqual(expected);
});

test('answer every call once, directly after it, under an id of its own', () => {
	const conversation = readConversation('unordered-tools');
	const messages = buildChatMessages(conversation, { includeToolCalls: true });
	const ids = messages.map((message) =>
		'tool_calls' in message
			? message.tool_calls[0]?.id
			: 'tool_call_id' in message && message.tool_call_id,
	);
	expect(ids).toEqual(['1', '1', '2', '2', '2_2', '2_2', '3', '3', '4', '4']);
});

const ZEROS = '0,'.repeat(100_000);
type Read = { id?: string; name?: string; arguments?: string; answerTo?: string };
const readCalls = (history: JsonRecord[]) =>
	buildChatMessages(convert({ history }), { includeToolCalls: true }).flatMap((message): Read[] => {
		if ('tool_calls' in message) {
			return message.tool_calls.map(({ id, function: called }) => ({ id, ...called }));
		}
		return 'tool_call_id' in message ? [{ answerTo: message.tool_call_id }] : [];
	});

test.each<[what: string, sent: Json, written: string]>([
	['that broke off', '{"date":"2026-06-', '{"input":"{\\"date\\":\\"2026-06-"}'],
	['that are a text', '"Friday"', '{"input":"Friday"}'],
	['that are a list', '[1,2]', '{"input":[1,2]}'],
	['that are false', 'false', '{"input":false}'],
	['that are null', ' null', '{"input":null}'],
	['that are white space', ' \n', '{}'],
	['that are an object', '{"day": "Friday"}', '{"day":"Friday"}'],
	['behind a byte order mark', '\uFEFF{"a":1}', '{"a":1}'],
	['in place of text', { day: 'Friday' }, '{"day":"Friday"}'],
	['in place of text, as a list', [1], '{"input":[1]}'],
	['above the limit', `[${ZEROS}0]`, `{"input":"[${ZEROS}0]"}`],
])('write arguments %s as an object', (_what, tool_arguments_json, written) => {
	const [call] = readCalls([{ tool_name: 'book', tool_arguments_json }]);
	expect(call).toMatchObject({ name: 'book', arguments: written });
});

test.each([
	['Book Appointment', 'Book_Appointment'],
	['crm.lookup', 'crm_lookup'],
	['prüfen', 'pr_fen'],
	['find-user_2', 'find-user_2'],
	['x'.repeat(65), 'x'.repeat(64)],
])('write the tool %s as %s', (tool_name, name) => {
	const history = [{ tool_name, tool_call_id: '1' }];
	expect(readCalls(history)).toMatchObject([{ name }, { answerTo: '1' }]);
	expect(convert({ history }).history).toMatchObject([{ tool_name }]);
});

test('shorten ids, and different ones stay different', () => {
	const start = 'x'.repeat(40);
	const ids = [start, `${start}a`, `${start}b`, 'call.1', 'call_1', 'call_1', 'call_1_2'];
	const calls = readCalls(ids.map((id) => ({ tool_name: 'a', tool_call_id: `${id}` })));
	const short = 'x'.repeat(34);
	const expected = [
		start,
		`${short}_2`,
		`${short}_3`,
		'call_1',
		'call_1_2',
		'call_1_3',
		'call_1_2_2',
	];
	expect(calls.flatMap(({ id }) => id ?? [])).toEqual(expected);
	expect(calls.flatMap(({ answerTo }) => answerTo ?? [])).toEqual(expected);
});
