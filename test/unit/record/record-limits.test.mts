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
		'a list in place of what was said': (count) => ({
			history: [{ content: repeat(count - 1, 0) }],
		}),
		'an object in place of what a tool answered': (count) => ({
			history: [{ tool_output: { lines: repeat(count - 2, 0) } }],
		}),
		'a list as a URL parameter': (count) => ({ url_parameters: { a: repeat(count - 1, '') } }),
	},
	unknownFields: {
		"fields inside a tool's arguments": (count) => ({
			history: [{ tool_arguments_json: JSON.stringify([map(count)]) }],
		}),
		'fields of an object': (count) => ({ extra: [map(count)] }),
		'an object as a URL parameter': (count) => ({ url_parameters: { a: map(count) } }),
		'an object in place of arguments': (count) => ({
			history: [{ tool_arguments_json: map(count) }],
		}),
	},
	fields: {
		'fields of the record': (count) => ({ agent_id: '1', ...Object(map(count - 1)) }),
		'fields of a turn': (count) => ({ history: [map(count)] }),
	},
	mapKeys: {
		'URL parameters': (count) => ({ url_parameters: map(count) }),
	},
	mapNameLength: {
		'the name of a URL parameter': (count) => ({ url_parameters: { ['x'.repeat(count)]: '' } }),
	},
	nameLength: {
		'the name of a field': (count) => ({ ['x'.repeat(count)]: 1 }),
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

const cases = Object.entries(RECORD_LIMITS).flatMap(([name, limit]) =>
	Object.entries(LIMITED[name as keyof typeof LIMITED]).map(
		([what, build]) => [what, limit, build] as const,
	),
);

describe('what only a sender can pass: a record is read up to a limit and rejected beyond it', () => {
	test.each(cases.filter(([, limit]) => !('leftOut' in limit)))(
		'%s: $code',
		(_what, { code, maximum }, build) => {
			expect([outcomeOf(build(maximum)), outcomeOf(build(maximum + 1))]).toEqual(['read', code]);
			const event = { event: 'ConversationComplete', data: build(maximum + 1) };
			expect(parseDelivery(event)).toMatchObject({ error: { code } });
			expect(parseItem(event)).toMatchObject({ error: { code } });
		},
	);
});

describe('what a caller can pass: the excess is left out and named, and the call stays', () => {
	const call = { agent_id: '1', from_number: '+15550100' };
	const listExcess = (fields: JsonRecord) => {
		const { parse_issues, ...read } = convert({ ...call, ...fields });
		const excess = parse_issues?.filter(({ received }) => received === 'more') ?? [];
		return { excess, read };
	};

	test.each(cases.filter(([, limit]) => 'leftOut' in limit))('%s', (_what, limit, build) => {
		expect(listExcess(build(limit.maximum)).excess).toEqual([]);
		const { excess, read } = listExcess(build(limit.maximum + 1));
		expect(excess).toMatchObject([
			{ expected: expect.stringContaining(`at most ${limit.maximum.toLocaleString('en')} `) },
		]);
		expect(read).toMatchObject(call);
		const event = { event: 'ConversationComplete', data: { ...call, ...build(limit.maximum + 1) } };
		expect(parseDelivery(event)).toMatchObject({ conversation: call });
		expect(parseItem(event)).toMatchObject({ conversation: call });
	});

	test('the first 25,000 turns stay, and nobody says that the other side kept silent', () => {
		const said = (count: number) => repeat(count, { role: 'Assistant', content: 'Hello?' });
		const record = convert({ history: [...said(25_000), { role: 'User', content: 'Yes' }] });
		expect(record.history).toHaveLength(25_000);
		expect(record).toMatchObject({ answered: null, statistics: { turn_count: 25_000 } });
		expect(record.parse_issues).toMatchObject([{ path: 'history', received: 'more' }]);
		expect(convert({ history: said(25_000) })).toMatchObject({ answered: false });
	});

	test.each<[string, string, Json]>([
		['Id', 'id', 'x'.repeat(299)],
		[
			'SynthesizedUserTtsAdditionalProperties',
			'synthesized_user_tts_additional_properties',
			repeat(101, {}),
		],
	])('what %s would exceed stays unread', (spelled, name, value) => {
		const { additional_fields, parse_issues, ...read } = convert({ ...call, [spelled]: value });
		expect(read).toMatchObject({ ...call, [name]: null });
		expect(additional_fields).toEqual({ [name]: value });
		expect(parse_issues).toMatchObject([{ path: spelled, expected: `the name ${name}` }]);
	});

	test('a history in another spelling is cut, too, and nobody says that the other side kept silent', () => {
		const said = repeat(25_000, { Role: 'Assistant', Content: 'Hello?' });
		const record = convert({ ...call, History: [...said, { Role: 'User', Content: 'Yes' }] });
		expect(record.history).toHaveLength(25_000);
		expect(record).toMatchObject({ answered: null, parse_issue_count: 4 });
	});

	test('the first 1,000 URL parameters stay, and those with names of a usual length', () => {
		const long = 'x'.repeat(1_001);
		const { url_parameters, parse_issues } = convert({
			url_parameters: { campaign: 'spring', [long]: 'a', ...Object(map(999)) },
		});
		expect(Object.keys(url_parameters ?? {})).toHaveLength(999);
		expect(url_parameters).toMatchObject({ campaign: 'spring', name_997: 'x' });
		expect(parse_issues?.map(({ path }) => path)).toEqual(['url_parameters', 'url_parameters[*]']);
	});

	test('arguments that are not parsed stay as text', () => {
		const text = `[${repeat(100_000, 0).join()}]`;
		const [turn] = convert({ history: [{ tool_arguments_json: text }] }).history ?? [];
		expect(turn).toEqual({ tool_arguments_json: text, metrics: {} });
	});

	test('what follows a value that is left out has the room that it would have taken', () => {
		const { additional_fields } = convert({ a: repeat(100_000, 0), b: repeat(99_999, 0) });
		expect(Object.keys(additional_fields ?? {})).toEqual(['b']);
	});

	test.each<[string, JsonRecord]>([
		['behind the last turn', { history: [...repeat(25_000, {}), nest(1_100)] }],
		[
			'behind the last URL parameter',
			{ url_parameters: { ...Object(map(1_000)), z: nest(1_100) } },
		],
		['behind the last value', { extra: [repeat(100_000, 0), nest(1_100)] }],
	])('what is left out %s may not be nested too deep', (_where, fields) => {
		expect(outcomeOf(fields)).toBe('nested-too-deep');
	});
});

test('issues are listed up to a limit, and all are counted', () => {
	const conversation = convert({ id: '1', history: repeat(300, { id: [], role: [] }) });
	expect(conversation.parse_issues).toHaveLength(50);
	expect(conversation.parse_issue_count).toBe(600);
	expect(conversation.parse_issues?.[49]?.path).toBe('history[24].id');
	const again = parseItem(conversation);
	expect(again.success && again.conversation).toEqual(conversation);
});

test('what is read all the same is an issue once for each name', () => {
	const turn = { id: 5, Role: 'User', interrupted: '1', metrics: '{"e2e_latency":1}' };
	const { parse_issues, history } = convert({
		history: repeat(300, turn),
		has_audio: 1,
		Status: 'x',
	});
	expect(history).toHaveLength(300);
	expect(parse_issues?.map(({ path }) => path)).toEqual([
		'has_audio',
		...['id', 'interrupted', 'metrics', 'Role'].map((name) => `history[0].${name}`),
		'Status',
	]);
});

test('lists and objects as JSON text have a limit that is not that of arguments', () => {
	const turn = { tool_arguments_json: `[${repeat(99_999, 0).join()}]` };
	const history = [turn, { tools_added: '[]' }];
	const params = (count: number) => ({ url_parameters: `{"a":"${','.repeat(count)}"}` });
	expect(convert({ ...params(99_990), history }).history).toMatchObject([
		{ tool_arguments: expect.any(Array) },
		{ tools_added: [] },
	]);
	const read = convert({ ...params(100_000), history });
	expect(read).toMatchObject({ url_parameters: null, additional_fields: params(100_000) });
	expect(read.parse_issues).toMatchObject([{ path: 'url_parameters', received: 'string' }, {}]);
});

test.each<[string, JsonRecord]>([
	['too many settings of a voice', { synthesized_user_tts_additional_properties: repeat(101, {}) }],
	['too many fields', { history: [map(10_001)] }],
	['too deep', { room_metadata: { a: nest(1_000) } }],
])('JSON text that holds %s stays text', (_, fields) => {
	const sent = Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]);
	const { additional_fields, parse_issue_count } = convert({
		id: '1',
		...Object.fromEntries(sent),
	});
	expect(additional_fields).toEqual(Object.fromEntries(sent));
	expect(parse_issue_count).toBe(1);
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
