import { are, event, fields, history, json, LONG, marks, times } from './write-event.mts';
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
	['variation selectors', '\ufe0f\u{e0100}'],
	['Hangul parts', '\u1100\u1161\u11a8'],
	['letters that unfold', '\ufdfa'],
	['capital letters that grow', '\u0130'],
] as const;

/** Names and fields that mean something to JavaScript or to the reader, and very long ones. */
export const names: Row[] = [
	...are('400 name-too-long', {
		'a very long name': () => fields(`"${'a'.repeat(LONG)}":1`),
		'a very long name of signs to escape': () => fields(`"${'\\"'.repeat(LONG / 4)}":1`),
	}),
	...are('accepted', {
		'long names in every turn': () =>
			history(times(1000, (index) => `{"${'a'.repeat(1000)}${index}":1}`)),
		'160 kB of marks in everything that is compared': () => everywhere(marks(160_000)),
		'__proto__ in the record': () => fields('"__proto__":{"polluted":true}'),
		'__proto__ in a turn': () => history('{"__proto__":{"polluted":true}}'),
		'__proto__ in a map': () =>
			fields('"url_parameters":{"__proto__":{"polluted":true},"constructor":"a"}'),
		'__proto__ in the arguments of a tool': () =>
			history(json({ tool_name: 'a', tool_arguments_json: '{"__proto__":{"polluted":true}}' })),
		'constructor.prototype': () => fields('"constructor":{"prototype":{"polluted":true}}'),
		'toJSON in every turn': () => history('{"toJSON":"a","then":"b","length":-1}'),
		'a conversation that says it was verified': () =>
			fields(
				'"shape":"A","parse_issues":[],"parse_issue_count":0,"delivery":{"valid":true,"method":"jwt+hmac"},"transcript":"made up","statistics":{"turn_count":-1}',
			),
		'an envelope inside the envelope': () => event(event(event('{}'))),
	}),
	...are('ignored event-not-wanted', {
		'a very long event': () => `{"event":"${'a'.repeat(LONG)}","data":{}}`,
		'an event of spaces': () => `{"event":"${' '.repeat(LONG)}","data":{}}`,
		'an event of 15.5 MB of marks': () => `{"event":"${marks(15_500_000)}","data":{}}`,
		'the event twice': () => '{"event":"ConversationComplete","event":"Other","data":{}}',
	}),
	...are('400 event-missing', {
		'__proto__ in place of the event': () => '{"__proto__":{"event":"a"}}',
	}),
	...are('400 data-not-an-object', {
		'the data twice': () => '{"event":"ConversationComplete","data":{},"data":1}',
	}),
	...ODD_SIGNS.map(
		([name, sign]): Row => [
			`${name} in everything that is compared`,
			'accepted',
			() => everywhere(sign.repeat(80_000 / sign.length)),
		],
	),
];

/** Values that a parser or the reader could stumble over. */
export const values: Row[] = [
	...are('accepted', {
		'nesting as deep as it is read': () => fields(`"a":${nest(1000, '[', ']')}`),
		'nesting in the arguments of a tool': () =>
			history(json({ tool_name: 'a', tool_arguments_json: nest(99_999, '[', ']') })),
		'a number of a million digits': () => fields(`"duration_seconds":${'9'.repeat(1e6)}`),
		'a number beyond all bounds': () => fields('"duration_seconds":1e999,"a":-1e999'),
		'a fraction of a million digits': () => fields(`"duration_seconds":0.${'1'.repeat(1e6)}`),
		'latencies beyond all bounds': () =>
			history(times(100, () => '{"metrics":{"e2e_latency":1.7e308}}')),
		'a time of a million digits': () =>
			fields(`"started_at":"2026-11-03T09:15:04.${'1'.repeat(1e6)}Z"`),
		'halves of characters': () => fields('"campaign_name":"\\ud800","\\udc00":"\\udfff"'),
		'U+0000 everywhere': () =>
			fields(`"campaign_name":"${'\\u0000'.repeat(100_000)}","a\\u0000":1`),
	}),
	...are('400 nested-too-deep', {
		'nesting of objects': () => fields(`"a":${nest(1001, '{"a":', '}')}`),
		'nesting of 100,000 lists': () => fields(`"a":${nest(100_000, '[', ']')}`),
		'nesting of a million lists': () => fields(`"a":${nest(1e6, '[', ']')}`),
		'nesting beside the data': () =>
			`{"event":"ConversationComplete","data":{"id":"a"},"a":${nest(100_000, '[', ']')}}`,
	}),
	...are('400 body-not-json', {
		'nesting that never ends': () =>
			'{"event":"ConversationComplete","data":{"a":' + '['.repeat(LONG),
	}),
];
