import { parseItem } from '../../../core/delivery/parse-item.ts';
import { parseRecord } from '../../../core/record/parse-record.ts';

type Json = null | number | string | Json[] | { [key: string]: Json };

const repeat = (count: number, element: Json): Json[] =>
	Array.from({ length: count }, () => element);
const map = (count: number): Json =>
	Object.fromEntries(Array.from({ length: count }, (_, index) => [`name_${index}`, 'x']));

function outcomeOf(fields: Record<string, Json>): string {
	const parsed = parseRecord({ id: '1', ...fields });
	return parsed.success ? 'read' : parsed.error.code;
}

describe('a record is read up to a limit and refused beyond it', () => {
	test.each<[string, string, number, (count: number) => Record<string, Json>]>([
		['turns', 'too-many-turns', 25_000, (count) => ({ history: repeat(count, {}) })],
		[
			'entries that are no turns',
			'too-many-turns',
			25_000,
			(count) => ({ history: repeat(count, 0) }),
		],
		[
			'turns of both lists',
			'too-many-turns',
			25_000,
			(count) => ({
				history: repeat(20_000, {}),
				synthesized_chat_history: repeat(count - 20_000, {}),
			}),
		],
		[
			'turns under both spellings',
			'too-many-turns',
			25_000,
			(count) => ({
				synthesized_chat_history: repeat(20_000, {}),
				synthesizedChatHistory: repeat(count - 20_000, {}),
			}),
		],
		[
			'settings of a voice',
			'too-many-elements',
			100,
			(count) => ({ synthesized_user_tts_additional_properties: repeat(count, {}) }),
		],
		[
			'reasons of a test',
			'too-many-elements',
			10_000,
			(count) => ({ test_eval_result: { reasons: repeat(count, '') } }),
		],
		[
			'tools of a turn',
			'too-many-elements',
			10_000,
			(count) => ({ history: [{ tools_added: repeat(count, '') }] }),
		],
		[
			'values in the arguments of tools',
			'too-many-elements',
			250_000,
			(count) => ({
				history: ['tool_arguments_json', 'toolArgumentsJson'].map((name) => ({
					tool_name: 'a',
					[name]: `[${','.repeat(Math.ceil(count / 2) - 1)}`,
				})),
			}),
		],
		['bytes of an id', 'id-too-long', 298, (count) => ({ id: 'a'.repeat(count) })],
		['bytes of an id of signs', 'id-too-long', 49, (count) => ({ id: '\u0001'.repeat(count) })],
		['URL parameters', 'too-many-keys', 1000, (count) => ({ url_parameters: map(count) })],
		[
			'URL parameters in camel case',
			'too-many-keys',
			1000,
			(count) => ({ urlParameters: map(count) }),
		],
	])('%s: %s', (_name, code, most, build) => {
		expect([outcomeOf(build(most)), outcomeOf(build(most + 1))]).toEqual(['read', code]);
	});
});

test('an item is refused like a delivery', () => {
	expect(parseItem({ session_id: '1', history: repeat(25_001, {}) })).toEqual({
		success: false,
		error: { code: 'too-many-turns', message: 'The record holds more than 25000 turns.' },
	});
});

test('issues are listed up to a limit, and all are counted', () => {
	const parsed = parseRecord({
		id: '1',
		history: repeat(300, { id: 5, role: 5 }),
	});
	if (!parsed.success) throw new Error(parsed.error.code);
	const { conversation } = parsed;
	expect(conversation.parse_issues).toHaveLength(50);
	expect(conversation.parse_issue_count).toBe(600);
	expect(conversation.parse_issues[49]?.path).toBe('history[24].id');
	const again = parseItem(conversation);
	expect(again.success && again.conversation).toEqual(conversation);
});
