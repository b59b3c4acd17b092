import { parseDelivery } from '../../../core/delivery/decide-delivery.ts';
import { parseItem } from '../../../core/record/item.ts';
import { RECORD_LIMITS } from '../../../core/record/limits.ts';
import { parseRecord } from '../../../core/record/parse-record.ts';
import type { Json, JsonRecord } from '../../support/interface/build-sample.mts';
import { convert } from '../../support/records/read-fixture.mts';

const repeat = (count: number, element: Json): Json[] =>
	Array.from({ length: count }, () => element);
const map = (count: number): Json =>
	Object.fromEntries(Array.from({ length: count }, (_, index) => [`name_${index}`, 'x']));
const nest = (levels: number): Json =>
	Array.from({ length: levels }).reduce<Json>((inside) => [inside], 0);

function outcomeOf(fields: JsonRecord): string {
	const parsed = parseRecord({ agent_id: '1', ...fields });
	return parsed.success ? 'read' : parsed.error.code;
}

/** What holds as many of something as is asked for, by the limit. */
const LIMITED: Record<keyof typeof RECORD_LIMITS, Record<string, (count: number) => JsonRecord>> = {
	turns: {
		turns: (count) => ({ history: repeat(count, {}) }),
		'entries that are no turns': (count) => ({ history: repeat(count, 0) }),
		'turns of both lists': (count) => ({
			history: repeat(20_000, {}),
			synthesized_chat_history: repeat(count - 20_000, {}),
		}),
	},
	voiceSettings: {
		'settings of a voice': (count) => ({
			synthesized_user_tts_additional_properties: repeat(count, {}),
		}),
	},
	listElements: {
		'reasons of a test': (count) => ({ test_eval_result: { reasons: repeat(count, '') } }),
		'tools of a turn': (count) => ({ history: [null, { tools_added: repeat(count, '') }] }),
		'entries of a turn that are no tools': (count) => ({
			synthesized_chat_history: [{ tools_added: repeat(count, 0), extra: 1 }],
		}),
	},
	argumentValues: {
		'arguments of one tool': (count) => ({
			history: [{ tool_arguments_json: `[${repeat(count - 1, 0).join()}]` }],
		}),
		'arguments of two tools': (count) => ({
			history: [{ tool_arguments_json: `[${'[],'.repeat(20_000)}0]` }],
			synthesized_chat_history: [{ tool_arguments_json: `[${repeat(count - 40_003, 0).join()}]` }],
		}),
	},
	unknownValues: {
		// The list is one of them.
		'a list': (count) => ({ extra: repeat(count - 1, 0) }),
		'fields of turns': (count) => ({
			history: [
				...repeat(count / 50 - 1, { extra: repeat(49, 0) }),
				{ extra: repeat((count % 50) + 49, 0) },
			],
		}),
		'fields of objects': (count) => ({
			first: map(9_999),
			second: [map(9_999), repeat(count - 20_002, '')],
		}),
	},
	fields: {
		'fields of the record': (count) => ({ agent_id: '1', ...Object(map(count - 1)) }),
		'fields of an object': (count) => ({ extra: [map(count)] }),
		'fields of a turn': (count) => ({ history: [map(count)] }),
		"fields inside a tool's arguments": (count) => ({
			history: [{ tool_arguments_json: JSON.stringify([map(count)]) }],
		}),
	},
	mapKeys: {
		'URL parameters': (count) => ({ url_parameters: map(count) }),
	},
	nameLength: {
		'the name of a field': (count) => ({ ['x'.repeat(count)]: 1 }),
		'the name of a URL parameter': (count) => ({ url_parameters: { ['x'.repeat(count)]: '' } }),
	},
	idLength: {
		// Two quotes belong to it.
		'an id': (count) => ({ id: 'x'.repeat(count - 2) }),
		'an id of shape B': (count) => ({ session_id: 'x'.repeat(count - 2) }),
		'an id of control characters': (count) => ({
			id: '\u0001'.repeat(40).padEnd(count - 202, 'x'),
		}),
		'an id in another script': (count) => ({ id: '界'.repeat(84).padEnd(count - 170, 'x') }),
	},
	levels: {
		'a field that is not documented': (count) => ({ extra: nest(count) }),
		'a field of the wrong type': (count) => ({ agent_title: nest(count) }),
		'inside a turn': (count) => ({ history: [{ extra: nest(count) }] }),
		'an entry of the history': (count) => ({ history: [nest(count)] }),
		'a setting of a voice': (count) => ({
			synthesized_user_tts_additional_properties: [{ value: nest(count) }],
		}),
		'a URL parameter': (count) => ({ url_parameters: { a: nest(count) } }),
	},
};

describe('a record is read up to a limit and rejected beyond it', () => {
	const cases = Object.entries(RECORD_LIMITS).flatMap(([name, { code, maximum }]) =>
		Object.entries(LIMITED[name as keyof typeof LIMITED]).map(
			([what, build]) => [what, code, maximum, build] as const,
		),
	);
	test.each(cases)('%s: %s', (_what, code, maximum, build) => {
		expect([outcomeOf(build(maximum)), outcomeOf(build(maximum + 1))]).toEqual(['read', code]);
		const event = { event: 'ConversationComplete', data: build(maximum + 1) };
		expect(parseDelivery(event)).toMatchObject({ error: { code } });
		expect(parseItem(event)).toMatchObject({ error: { code } });
	});
});

test('issues are listed up to a limit, and all are counted', () => {
	const conversation = convert({ id: '1', history: repeat(300, { id: 5, role: 5 }) });
	expect(conversation.parse_issues).toHaveLength(50);
	expect(conversation.parse_issue_count).toBe(600);
	expect(conversation.parse_issues?.[49]?.path).toBe('history[24].id');
	const again = parseItem(conversation);
	expect(again.success && again.conversation).toEqual(conversation);
});

test('after 1,000 arguments that are no JSON no others are read', () => {
	const read = (invalid: number) =>
		convert({
			history: [...repeat(invalid, { tool_arguments_json: '[' }), { tool_arguments_json: '[1]' }],
		});
	expect(read(999).history?.at(-1)).toMatchObject({ tool_arguments: [1] });
	expect(read(1_000).history?.at(-1)).not.toHaveProperty('tool_arguments');
	expect(read(1_000)).toMatchObject({ parse_issue_count: 1_001 });
});
