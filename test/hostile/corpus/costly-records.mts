import { event, fields, fill, history, json, LONG, LONGEST, times } from './write-event.mts';
import type { Row } from './write-event.mts';

const MAX_TURNS = 25_000;

/** Bodies that froze or ended an n8n before, and others like them. */
export const sizes: Row[] = [
	[
		'a turn of 120 kB of spaces after a line break',
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
		'400 too-many-elements',
		() => fields(`"anything":[${fill(LONG, '{}')}]`),
	],
	[
		'undocumented numbers',
		'400 too-many-elements',
		() => fields(`"anything":[${fill(LONG, '1')}]`),
	],
	[
		'undocumented large numbers',
		'400 too-many-elements',
		() => fields(`"anything":[${fill(LONG, '1e20')}]`),
	],
	[
		'empty objects beside the data',
		'400 too-many-elements',
		() => `{"event":"ConversationComplete","data":{},"a":[${fill(LONG, '{}')}]}`,
	],
	[
		'very many fields beside the data',
		'400 too-many-keys',
		() =>
			`{"event":"ConversationComplete","data":{},${times(150_000, (index) => `"a${index}":1`)}}`,
	],
	[
		'as many undocumented objects as are read',
		'accepted',
		() => fields(`"anything":[${times(99_999, () => '{}')}]`),
	],
	[
		'as many undocumented fields as are read',
		'accepted',
		() => fields(times(9_999, (index) => `"a${index}":{"b":1e20}`)),
	],
	['a text of 15.5 MB', 'accepted', () => fields(`"campaign_name":"${'a'.repeat(LONGEST)}"`)],
	['a body that is a list of numbers', '400 body-not-an-object', () => `[${fill(LONGEST, '1')}]`],
	['a body that is a list of objects', '400 body-not-an-object', () => `[${fill(LONG, '{}')}]`],
	['nothing but spaces', '400 body-empty', () => ' '.repeat(LONGEST)],
	[
		'spaces before and after',
		'accepted',
		() => `${' \n\t'.repeat(LONG / 6)}${event('{}')}${' '.repeat(LONG / 2)}`,
	],
];

/** What is repeated, so a walk over all for each one takes long. */
export const repetitions: Row[] = [
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
				times(250, () => json({ tool_name: 'a', tool_arguments_json: `[${fill(594, '{}')}]` })),
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
		'a long name of the agent beside very many turns',
		'accepted',
		() => event(`{"agent_title":"${'a'.repeat(4_000_000)}","history":[${fill(60_000, '{}')}]}`),
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
	[
		'very many fields',
		'400 too-many-keys',
		() => fields(times(600_000, (index) => `"a${index}":1`)),
	],
	[
		'very many fields with numbers as names',
		'400 too-many-keys',
		() => fields(times(150_000, (index) => `"${4_294_967_294 - index * 7919}":1`)),
	],
	[
		'very many vendor words',
		'400 too-many-keys',
		() => fields(times(50_000, (index) => `"v${index}_room_name":"a"`)),
	],
	[
		'as many vendor words as are read',
		'accepted',
		() => fields(times(9_998, (index) => `"v${index}_room_name":"a"`)),
	],
	[
		'very many names of a job',
		'400 too-many-keys',
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

const tool = (text: string) => json({ tool_name: 'a', tool_arguments_json: text });
const keys = (count: number, name: (index: number) => string) =>
	`{${times(count, (index) => `"${name(index)}":1`)}}`;
/** A field of text, which is JSON. */
const text = (field: string, value: string) => fields(`"${field}":${json(value)}`);
const said = (value: string) => history(json({ role: 'User', content: value }));

/** What takes long to search for numbers, or to read as the JSON of a tool. */
export const numbers: Row[] = [
	['a list that is none, as text', 'accepted', () => said(`[${fill(LONGEST / 2, '"["')}`)],
	['lists that are none, in an error', 'accepted', () => text('error_message', fill(LONG, '"["'))],
	[
		'undocumented texts that are no lists',
		'accepted',
		() => fields(`"a":[${times(99_000, () => '"["')}]`),
	],
	[
		'JSON nested 900 deep, as text',
		'accepted',
		() => said(`[${fill(2 * LONG, `${'['.repeat(900)}1${']'.repeat(900)}`)}]`),
	],
	[
		'JSON nested 900 deep, from a tool',
		'accepted',
		() =>
			history(
				json({ tool_output: `[${times(90, () => `${'['.repeat(900)}1${']'.repeat(900)}`)}]` }),
			),
	],
	[
		'names that are numbers, as text',
		'accepted',
		() => said(keys(250_000, (index) => `${4_294_967_294 - index * 7919}`)),
	],
	[
		'names that are numbers, from a tool',
		'accepted',
		() => history(json({ tool_output: keys(9_999, (index) => `${4_294_967_294 - index * 7919}`) })),
	],
	['digits with a space between them', 'accepted', () => said('1 '.repeat(2 * LONG))],
	['plain digits', 'accepted', () => said('1'.repeat(2 * LONG))],
	['plain digits in an error', 'accepted', () => text('error_message', '1'.repeat(LONGEST))],
	['digits in place of a number', 'accepted', () => text('from_number', '1/'.repeat(LONGEST / 2))],
	['seconds since 1970, one a line', 'accepted', () => said('1793716200\n'.repeat(LONG / 5))],
	['dates without a day', 'accepted', () => said('2026-11 '.repeat(LONG / 4))],
	[
		'decimals with commas between them',
		'accepted',
		() => text('error_message', '12.5,'.repeat(LONG / 2)),
	],
	[
		'90,000 names like integers in arguments',
		'400 too-many-elements',
		() => history(tool(keys(90_000, (index) => `${4_294_967_294 - index * 7919}`))),
	],
	[
		'90,000 names in arguments',
		'400 too-many-elements',
		() => history(tool(keys(90_000, (index) => `a${index}`))),
	],
	[
		'as many names like integers in arguments',
		'accepted',
		() => history(times(5, () => tool(keys(9_999, (index) => `${4_294_967_294 - index * 7919}`)))),
	],
	[
		'as many arguments that are no JSON',
		'accepted',
		() => history(times(MAX_TURNS, () => tool('['))),
	],
];
