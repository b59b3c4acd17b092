import { deflateSync, gzipSync } from 'node:zlib';

/** A delivery that somebody made up to do harm, and what the trigger makes of it. */
export interface HostileDelivery {
	name: string;
	/** Built when it is needed: all of them together are large. */
	body: () => string | Buffer;
	/** As `Received` has it. */
	outcome: string;
	contentType?: string;
}

const MAX_TURNS = 25_000;
/** Large enough that a step of more than linear time takes minutes. */
const LONG = 2_000_000;
/** What n8n takes at most is 16 MB. */
const LONGEST = 15_500_000;

/** A list or object of as many equal entries as fit into these bytes. */
const fill = (bytes: number, entry: string) =>
	`${entry},`.repeat(Math.floor(bytes / (entry.length + 1))).slice(0, -1);
const times = (count: number, entry: (index: number) => string) =>
	Array.from({ length: count }, (_, index) => entry(index)).join();
const nest = (levels: number, open: string, close: string, inside = '1') =>
	open.repeat(levels) + inside + close.repeat(levels);

/** An event around the text of a record. */
const event = (record: string) => `{"event":"ConversationComplete","data":${record}}`;
const fields = (text: string) => event(`{"id":"hostile",${text}}`);
const history = (turns: string) => fields(`"history":[${turns}]`);
const json = (value: unknown) => JSON.stringify(value);

type Row = [name: string, outcome: string, body: () => string | Buffer, contentType?: string];

/** Bodies that froze or ended an n8n before, and others like them. */
const sizes: Row[] = [
	[
		'a turn of 120 kB of blanks after a line break',
		'accepted',
		() => history(json({ content: `a\nb${' '.repeat(120_000)}c` })),
	],
	[
		'a turn of white space of every kind',
		'accepted',
		() => history(json({ content: `a${' \t\r\n\u2028\u3000 '.repeat(LONG / 20)}b` })),
	],
	['15.5 MB of empty turns', '400 too-many-turns', () => history(fill(LONGEST, '{}'))],
	['as many empty turns as are read', 'accepted', () => history(times(MAX_TURNS, () => '{}'))],
	['one turn more', '400 too-many-turns', () => history(times(MAX_TURNS + 1, () => '{}'))],
	['15.5 MB of numbers as turns', '400 too-many-turns', () => history(fill(LONGEST, '1'))],
	['as many numbers as turns', 'accepted', () => history(times(MAX_TURNS, () => '1'))],
	['as many lists as turns', 'accepted', () => history(times(MAX_TURNS, () => '[[]]'))],
	[
		'as many turns with everything of another type',
		'accepted',
		() => history(times(MAX_TURNS, () => '{"id":1,"role":2,"content":3,"metrics":4}')),
	],
	[
		'a list of numbers as reasons',
		'400 too-many-elements',
		() => fields(`"test_eval_result":{"reasons":[${fill(LONGEST, '1')}]}`),
	],
	[
		'as many numbers as reasons',
		'accepted',
		() => fields(`"test_eval_result":{"reasons":[${times(10_000, () => '1')}]}`),
	],
	[
		'settings of a voice',
		'400 too-many-elements',
		() => fields(`"synthesized_user_tts_additional_properties":[${fill(LONG, '{}')}]`),
	],
	[
		'tools of many turns',
		'accepted',
		() => history(times(20, () => `{"tools_added":[${times(10_000, () => '"a"')}]}`)),
	],
	[
		'an undocumented list of empty objects',
		'accepted',
		() => fields(`"anything":[${fill(LONG, '{}')}]`),
	],
	['undocumented numbers', 'accepted', () => fields(`"anything":[${fill(LONG, '1')}]`)],
	['undocumented large numbers', 'accepted', () => fields(`"anything":[${fill(LONG, '1e20')}]`)],
	['a text of 15.5 MB', 'accepted', () => fields(`"campaign_name":"${'a'.repeat(LONGEST)}"`)],
	['a body that is a list of numbers', '400 body-not-an-object', () => `[${fill(LONGEST, '1')}]`],
	['a body that is a list of objects', '400 body-not-an-object', () => `[${fill(LONG, '{}')}]`],
	['nothing but blanks', '400 body-empty', () => ' '.repeat(LONGEST)],
	[
		'blanks before and after',
		'accepted',
		() => `${' \n\t'.repeat(LONG / 6)}${event('{}')}${' '.repeat(LONG / 2)}`,
	],
];

/** What is repeated, so a walk over all for each one takes long. */
const repetitions: Row[] = [
	[
		'one id for every call of a tool',
		'accepted',
		() => history(times(MAX_TURNS, () => '{"tool_call_id":"1","tool_arguments_json":"{}"}')),
	],
	[
		'ids that are free names of others',
		'accepted',
		() =>
			history(
				times(
					MAX_TURNS,
					(index) => `{"tool_call_id":"1_${index % 2 ? index : 2}","tool_name":"a"}`,
				),
			),
	],
	[
		'all calls of one id, then all outputs',
		'accepted',
		() =>
			history(
				times(MAX_TURNS, (index) =>
					index < MAX_TURNS / 2
						? '{"tool_call_id":"1","tool_arguments_json":"1"}'
						: '{"tool_call_id":"1","tool_output":"1"}',
				),
			),
	],
	[
		'arguments of a tool that unfold',
		'400 too-many-elements',
		() => history(json({ tool_name: 'a', tool_arguments_json: `[${fill(LONG, '{}')}]` })),
	],
	[
		'as many values in arguments of tools',
		'accepted',
		() =>
			history(
				times(250, () => json({ tool_name: 'a', tool_arguments_json: `[${fill(1494, '{}')}]` })),
			),
	],
	[
		'a very long id in every turn',
		'400 id-too-long',
		() => event(`{"id":"${'a'.repeat(500_000)}","history":[${fill(60_000, '{}')}]}`),
	],
	[
		'a long id in every turn',
		'accepted',
		() => event(`{"id":"${'a'.repeat(290)}","history":[${fill(60_000, '{}')}]}`),
	],
	[
		'a name of the caller in every turn',
		'accepted',
		() => history(times(MAX_TURNS, (index) => `{"role":"Role ${index}","content":"a"}`)),
	],
	[
		'a field under both of its names in every turn',
		'accepted',
		() => history(times(MAX_TURNS, () => '{"created_at":"a","createdAt":"b"}')),
	],
	['very many fields', 'accepted', () => fields(times(150_000, (index) => `"a${index}":1`))],
	[
		'very many fields with numbers as names',
		'accepted',
		() => fields(times(150_000, (index) => `"${4_294_967_294 - index * 7919}":1`)),
	],
	[
		'very many vendor words',
		'accepted',
		() => fields(times(50_000, (index) => `"v${index}_room_name":"a"`)),
	],
	[
		'very many names of a job',
		'accepted',
		() => fields(times(50_000, (index) => `"synthesized_v${index}_id":"a"`)),
	],
	[
		'very many URL parameters',
		'400 too-many-keys',
		() => fields(`"url_parameters":{${times(100_000, (index) => `"a${index}":"b"`)}}`),
	],
	[
		'long URL parameters',
		'accepted',
		() => fields(`"url_parameters":{${times(1000, (index) => `"a${index}${'a'.repeat(990)}":1`)}}`),
	],
];

const names: Row[] = [
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
		'an event of blanks',
		'ignored event-not-wanted',
		() => `{"event":"${' '.repeat(LONG)}","data":{}}`,
	],
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
				'"shape":"A","parse_issues":[],"parse_issue_count":0,"delivery":{"valid":true,"method":"jwt+hmac"},"summary":{"transcript":"made up","turn_count":-1}',
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

const values: Row[] = [
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
		() => history(json({ tool_name: 'a', tool_arguments_json: nest(100_000, '[', ']') })),
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

const bytes: Row[] = [
	['nothing', '400 body-empty', () => ''],
	['one byte order mark', 'accepted', () => `\uFEFF${event('{}')}`],
	['two byte order marks', '400 body-not-json', () => `\uFEFF\uFEFF${event('{}')}`],
	['a byte order mark alone', '400 body-empty', () => '\uFEFF'],
	['UTF-16 with a mark', '400 body-not-utf8', () => Buffer.from(`\uFEFF${event('{}')}`, 'utf16le')],
	['UTF-16 without one', '400 body-not-json', () => Buffer.from(event('{}'), 'utf16le')],
	...(
		[
			['no UTF-8', [0xff]],
			['an overlong slash', [0xc0, 0xaf]],
			['half a character in UTF-8', [0xed, 0xa0, 0x80]],
			['a character beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
			['a character that breaks off', [0xe2, 0x82]],
		] satisfies [string, number[]][]
	).map(
		([name, wrong]): Row => [
			name,
			'400 body-not-utf8',
			() => Buffer.concat([Buffer.from('{"event":"'), Buffer.from(wrong), Buffer.from('"}')]),
		],
	),
	['gzip that nobody unpacked', '400 body-not-utf8', () => gzipSync(event('{}'))],
	['deflate that nobody unpacked', '400 body-not-utf8', () => deflateSync(event('{}'))],
	['a small bomb', '400 body-not-utf8', () => gzipSync(Buffer.alloc(LONGEST))],
	['15.5 MB of zero bytes', '400 body-not-json', () => Buffer.alloc(LONGEST)],
	...[
		`${event('{}')}${event('{}')}`,
		`${event('{}')}\n${event('{}')}`,
		`${event('{}')},`,
		"{'event':'ConversationComplete','data':{}}",
		'{"event":"ConversationComplete","data":{},}',
		'{"event":"ConversationComplete","data":{"a":NaN}}',
		'{"event":"ConversationComplete","data":{"a":01}}',
		'{"event":"ConversationComplete","data":{"a":"\n"}}',
		'/* */{"event":"ConversationComplete","data":{}}',
		")]}',\n{}",
		'ConversationComplete(1)',
		'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>',
		'event=ConversationComplete&data[id]=1',
	].map((text): Row => [`the text ${text.slice(0, 60)}`, '400 body-not-json', () => text]),
	['a number', '400 body-not-an-object', () => '1e999'],
	['a text', '400 body-not-an-object', () => json(event('{}'))],
	['null', '400 body-not-an-object', () => 'null'],
	['a form', '400 body-not-json', () => 'event=a&data=b', 'application/x-www-form-urlencoded'],
	[
		'an event labelled as a form',
		'accepted',
		() => event('{}'),
		'application/x-www-form-urlencoded',
	],
	['an event labelled as an image', 'accepted', () => event('{}'), 'image/png'],
	['an event without a label', 'accepted', () => event('{}'), ''],
	['multipart', '400 body-empty', () => event('{}'), 'multipart/form-data; boundary=a'],
	['a label of 8 kB', 'accepted', () => event('{}'), `application/json;${' '.repeat(8000)}`],
];

/** Every delivery of the corpus. */
export const hostileDeliveries: HostileDelivery[] = [
	...sizes,
	...repetitions,
	...names,
	...values,
	...bytes,
].map(([name, outcome, body, contentType]) => ({ name, outcome, body, contentType }));
