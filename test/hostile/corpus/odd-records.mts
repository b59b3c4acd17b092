import { event, fields, history, json, LONG, marks, times } from './write-event.mts';
import type { Row } from './write-event.mts';

const nest = (levels: number, open: string, close: string, inside = '1') =>
	open.repeat(levels) + inside + close.repeat(levels);

/** A text in every field that a filter or an output looks into. */
const everywhere = (text: string) =>
	event(
		json({
			agent_title: text,
			campaign_name: text,
			status: text,
			language_locale_code: text,
			from_number: text,
			to_number: text,
			error_message: text,
			url_parameters: { ref: text },
			history: [
				{ role: text, content: text },
				{ tool_name: text, tool_output: text },
			],
		}),
	);

const ODD_SIGNS = [
	['zero-width joiners', '\u200d'],
	['joined emoji', '\u{1f468}\u200d'],
	['right-to-left overrides', '\u202e'],
	['isolates', '\u2066\u2069'],
	['first halves of characters', '\ud800'],
	['second halves of characters', '\udc00'],
	['variation selectors', '\ufe0f\u{e0100}'],
	['Hangul parts', '\u1100\u1161\u11a8'],
	['letters that unfold', '\ufdfa'],
	['capital letters that grow', '\u0130'],
] as const;

/** Names and fields that mean something to JavaScript or to the reader, and very long ones. */
export const names: Row[] = [
	['a very long name', '400 name-too-long', () => fields(`"${'a'.repeat(LONG)}":1`)],
	[
		'a very long name of signs to escape',
		'400 name-too-long',
		() => fields(`"${'\\"'.repeat(LONG / 4)}":1`),
	],
	[
		'long names in every turn',
		'accepted',
		() => history(times(1000, (index) => `{"${'a'.repeat(1000)}${index}":1}`)),
	],
	[
		'a very long event',
		'ignored event-not-wanted',
		() => `{"event":"${'a'.repeat(LONG)}","data":{}}`,
	],
	[
		'an event of spaces',
		'ignored event-not-wanted',
		() => `{"event":"${' '.repeat(LONG)}","data":{}}`,
	],
	[
		'an event of 160 kB of marks',
		'ignored event-not-wanted',
		() => `{"event":"${marks(160_000)}","data":{}}`,
	],
	['160 kB of marks in everything that is compared', 'accepted', () => everywhere(marks(160_000))],
	...ODD_SIGNS.map(
		([name, sign]): Row => [
			`${name} in everything that is compared`,
			'accepted',
			() => everywhere(sign.repeat(80_000 / sign.length)),
		],
	),
	['__proto__ in the record', 'accepted', () => fields('"__proto__":{"polluted":true}')],
	['__proto__ in a turn', 'accepted', () => history('{"__proto__":{"polluted":true}}')],
	['__proto__ as a list', 'accepted', () => fields('"__proto__":[1,2]')],
	[
		'__proto__ in a map',
		'accepted',
		() => fields('"url_parameters":{"__proto__":{"polluted":true},"constructor":"a"}'),
	],
	[
		'__proto__ in the arguments of a tool',
		'accepted',
		() => history(json({ tool_name: 'a', tool_arguments_json: '{"__proto__":{"polluted":true}}' })),
	],
	[
		'constructor.prototype',
		'accepted',
		() => fields('"constructor":{"prototype":{"polluted":true}}'),
	],
	['__proto__ in place of the event', '400 event-missing', () => '{"__proto__":{"event":"a"}}'],
	['an event of Object.prototype', '400 event-not-a-string', () => '{"event":{"toString":1}}'],
	['names of Object.prototype', 'accepted', () => fields('"toString":1,"valueOf":2,"toJSON":"a"')],
	['toJSON in every turn', 'accepted', () => history('{"toJSON":"a","then":"b","length":-1}')],
	[
		'a conversation that says it was verified',
		'accepted',
		() =>
			fields(
				'"shape":"A","parse_issues":[],"parse_issue_count":0,"delivery":{"valid":true,"method":"jwt+hmac"},"transcript":"made up","statistics":{"turn_count":-1}',
			),
	],
	['an envelope inside the envelope', 'accepted', () => event(event(event('{}')))],
	['the name of a field twice', 'accepted', () => fields('"id":"a","id":"b"')],
	[
		'the event twice',
		'ignored event-not-wanted',
		() => '{"event":"ConversationComplete","event":"Other","data":{}}',
	],
	[
		'the data twice',
		'400 data-not-an-object',
		() => '{"event":"ConversationComplete","data":{},"data":1}',
	],
];

/** Values that a parser or the reader could stumble over. */
export const values: Row[] = [
	['nesting as deep as it is read', 'accepted', () => fields(`"a":${nest(1000, '[', ']')}`)],
	['nesting of objects', '400 nested-too-deep', () => fields(`"a":${nest(1001, '{"a":', '}')}`)],
	[
		'nesting of 100,000 lists',
		'400 nested-too-deep',
		() => fields(`"a":${nest(100_000, '[', ']')}`),
	],
	['nesting of a million lists', '400 nested-too-deep', () => fields(`"a":${nest(1e6, '[', ']')}`)],
	['nesting of the history', 'accepted', () => fields(`"history":${nest(1000, '[', ']')}`)],
	[
		'nesting that never ends',
		'400 body-not-json',
		() => '{"event":"ConversationComplete","data":{"a":' + '['.repeat(LONG),
	],
	[
		'nesting in the arguments of a tool',
		'accepted',
		() => history(json({ tool_name: 'a', tool_arguments_json: nest(99_999, '[', ']') })),
	],
	[
		'nesting beside the data',
		'400 nested-too-deep',
		() => `{"event":"ConversationComplete","data":{},"a":${nest(100_000, '[', ']')}}`,
	],
	[
		'a number of a million digits',
		'accepted',
		() => fields(`"duration_seconds":${'9'.repeat(1e6)}`),
	],
	['a number beyond all bounds', 'accepted', () => fields('"duration_seconds":1e999,"a":-1e999')],
	[
		'a fraction of a million digits',
		'accepted',
		() => fields(`"duration_seconds":0.${'1'.repeat(1e6)}`),
	],
	[
		'latencies beyond all bounds',
		'accepted',
		() => history(times(100, () => '{"metrics":{"e2e_latency":1.7e308}}')),
	],
	[
		'impossible times',
		'accepted',
		() =>
			fields(
				'"started_at":"0000-00-00T00:00:00.000Z","ended_at":"9999-99-99T99:99:99.999Z","recording_started_at":"+275760-09-13T00:00:00.001Z"',
			),
	],
	[
		'a time of a million digits',
		'accepted',
		() => fields(`"started_at":"2026-11-03T09:15:04.${'1'.repeat(1e6)}Z"`),
	],
	[
		'halves of characters',
		'accepted',
		() => fields('"campaign_name":"\\ud800","\\udc00":"\\udfff"'),
	],
	[
		'U+0000 everywhere',
		'accepted',
		() => fields(`"campaign_name":"${'\\u0000'.repeat(100_000)}","a\\u0000":1`),
	],
	['an id that is a number', 'accepted', () => event('{"id":1e308}')],
	['an id that is a list', 'accepted', () => event('{"id":[[["a"]]]}')],
	['data that is a list', '400 data-not-an-object', () => event('[]')],
	['data that is JSON text', '400 data-not-an-object', () => event(json('{"id":"a"}'))],
	['data that is null', '400 data-missing', () => event('null')],
];
