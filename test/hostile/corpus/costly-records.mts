import { are, event, fields, fill, history, json, LONG, LONGEST, times } from './write-event.mts';
import type { Row } from './write-event.mts';

const MAX_TURNS = 25_000;

/** The shortest that people say to one another. */
const words = times(5_000, (index) =>
	index % 2 === 0
		? '{"role":"User","content":"Yes"}'
		: `{"role":"Agent","content":"No","tool_name":"find","tool_call_id":"${index}"}`,
);
const writeIdAlone = (index: number) => `{"id":"${index}"}`;

/** Bodies that froze or ended an n8n before, and others like them. */
export const sizes: Row[] = [
	...are('accepted', {
		'a turn of 120 kB of spaces after a line break': () =>
			history(json({ content: `a\nb${' '.repeat(120_000)}c` })),
		'a turn of white space of every kind': () =>
			history(json({ content: `a${' \t\r\n\u2028\u3000 '.repeat(LONG / 20)}b` })),
		'as many empty turns as are read': () => history(times(MAX_TURNS, () => '{}')),
		'as many numbers as turns': () => history(times(MAX_TURNS, () => '1')),
		'as many empty turns of an agent test': () =>
			fields(`"synthesized_chat_history":[${times(MAX_TURNS, () => '{}')}]`),
		'as many turns of one letter': () => history(times(MAX_TURNS, () => '{"content":"a"}')),
		'as many calls of a tool': () => history(times(MAX_TURNS, () => '{"tool_name":"a"}')),
		'10,000 turns of one word': () =>
			fields(`"history":[${words}],"synthesized_chat_history":[${words}]`),
		'one agent in as many turns': () =>
			event(`{"agent_title":"${'a'.repeat(256)}","history":[${times(MAX_TURNS, writeIdAlone)}]}`),
		'90,000 values in arguments': () =>
			history(json({ tool_name: 'a', tool_arguments_json: `[${times(45_000, () => '[]')}]` })),
		'as many turns with everything of another type': () =>
			history(times(MAX_TURNS, () => '{"id":1,"role":2,"content":3,"metrics":4}')),
		'as many numbers as reasons': () =>
			fields(`"test_eval_result":{"reasons":[${times(10_000, () => '1')}]}`),
		'tools of many turns': () =>
			history(times(20, () => `{"tools_added":[${times(10_000, () => '"a"')}]}`)),
		'as many undocumented objects as are read': () =>
			fields(`"anything":[${times(99_999, () => '{}')}]`),
		'as many undocumented fields as are read': () =>
			fields(times(9_999, (index) => `"a${index}":{"b":1e20}`)),
		'a text of 15.5 MB': () => fields(`"campaign_name":"${'a'.repeat(LONGEST)}"`),
		'spaces before and after': () =>
			`${' \n\t'.repeat(LONG / 6)}${event('{"id":"a"}')}${' '.repeat(LONG / 2)}`,
		'15.5 MB of numbers as turns': () => history(fill(LONGEST, '1')),
		'an undocumented list of empty objects': () => fields(`"anything":[${fill(LONG, '{}')}]`),
		'undocumented large numbers': () => fields(`"anything":[${fill(LONG, '1e20')}]`),
		'large numbers as a URL parameter': () =>
			fields(`"url_parameters":{"a":[${fill(LONG, '1e20')}]}`),
		'very many lists as what was said': () =>
			history(times(MAX_TURNS, () => `{"content":[${times(20, () => '[]')}]}`)),
	}),
	...are('400 too-many-elements', {
		'a list of numbers as reasons': () =>
			fields(`"test_eval_result":{"reasons":[${fill(LONGEST, '1')}]}`),
		'settings of a voice': () =>
			fields(`"synthesized_user_tts_additional_properties":[${fill(LONG, '{}')}]`),
		'empty objects beside the data': () =>
			`{"event":"ConversationComplete","data":{"id":"a"},"a":[${fill(LONG, '{}')}]}`,
	}),
	...are('400 too-many-keys', {
		'very many fields beside the data': () =>
			`{"event":"ConversationComplete","data":{"id":"a"},${times(150_000, (index) => `"a${index}":1`)}}`,
	}),
	...are('400 body-not-an-object', {
		'a body that is a list of numbers': () => `[${fill(LONGEST, '1')}]`,
	}),
	...are('400 body-empty', {
		'nothing but spaces': () => ' '.repeat(LONGEST),
	}),
];

/** What is repeated, so a walk over all for each one takes long. */
export const repetitions: Row[] = [
	...are('accepted', {
		'one id for every call of a tool': () =>
			history(times(MAX_TURNS, () => '{"tool_call_id":"1","tool_arguments_json":"{}"}')),
		'ids that are free names of others': () =>
			history(
				times(
					MAX_TURNS,
					(index) => `{"tool_call_id":"1_${index % 2 ? index : 2}","tool_name":"a"}`,
				),
			),
		'all calls of one id, then all outputs': () =>
			history(
				times(MAX_TURNS, (index) =>
					index < MAX_TURNS / 2
						? '{"tool_call_id":"1","tool_arguments_json":"1"}'
						: '{"tool_call_id":"1","tool_output":"1"}',
				),
			),
		'as many values in arguments of tools': () =>
			history(
				times(250, () => json({ tool_name: 'a', tool_arguments_json: `[${fill(594, '{}')}]` })),
			),
		'a long id in every turn': () =>
			event(`{"id":"${'a'.repeat(290)}","history":[${fill(60_000, '{}')}]}`),
		'a long name of the agent beside very many turns': () =>
			event(`{"agent_title":"${'a'.repeat(4_000_000)}","history":[${fill(60_000, '{}')}]}`),
		'a name of the caller in every turn': () =>
			history(times(MAX_TURNS, (index) => `{"role":"Role ${index}","content":"a"}`)),
		'a field under both of its names in every turn': () =>
			history(times(MAX_TURNS, () => '{"created_at":"a","createdAt":"b"}')),
		'as many vendor words as are read': () =>
			fields(times(9_998, (index) => `"v${index}_room_name":"a"`)),
		'long URL parameters': () =>
			fields(`"url_parameters":{${times(1000, (index) => `"a${index}${'a'.repeat(990)}":1`)}}`),
		'very many URL parameters': () =>
			fields(`"url_parameters":{${times(100_000, (index) => `"a${index}":"b"`)}}`),
		'a URL parameter with a name of 8 MB': () =>
			fields(`"url_parameters":{"${'a'.repeat(LONGEST / 2)}":"b"}`),
		'arguments of a tool that unfold': () =>
			history(json({ tool_name: 'a', tool_arguments_json: `[${fill(LONG, '{}')}]` })),
	}),
	...are('400 id-too-long', {
		'a very long id in every turn': () =>
			event(`{"id":"${'a'.repeat(500_000)}","history":[${fill(60_000, '{}')}]}`),
	}),
	...are('400 too-many-keys', {
		'very many fields': () => fields(times(600_000, (index) => `"a${index}":1`)),
		'very many fields with numbers as names': () =>
			fields(times(150_000, (index) => `"${4_294_967_294 - index * 7919}":1`)),
		'very many vendor words': () => fields(times(50_000, (index) => `"v${index}_room_name":"a"`)),
		'very many names of a job': () =>
			fields(times(50_000, (index) => `"synthesized_v${index}_id":"a"`)),
	}),
];

const tool = (text: string) => json({ tool_name: 'a', tool_arguments_json: text });
const keys = (count: number, name: (index: number) => string) =>
	`{${times(count, (index) => `"${name(index)}":1`)}}`;
/** A field of text, which is JSON. */
const text = (field: string, value: string) => fields(`"${field}":${json(value)}`);
const said = (value: string) => history(json({ role: 'User', content: value }));

/** What takes long to search for numbers, or to read as the JSON of a tool. */
export const numbers: Row[] = [
	...are('accepted', {
		'a list that is none, as text': () => said(`[${fill(LONGEST / 2, '"["')}`),
		'lists that are none, in an error': () => text('error_message', fill(LONG, '"["')),
		'undocumented texts that are no lists': () => fields(`"a":[${times(99_000, () => '"["')}]`),
		'JSON nested 900 deep, as text': () =>
			said(`[${fill(2 * LONG, `${'['.repeat(900)}1${']'.repeat(900)}`)}]`),
		'JSON nested 900 deep, from a tool': () =>
			history(
				json({ tool_output: `[${times(90, () => `${'['.repeat(900)}1${']'.repeat(900)}`)}]` }),
			),
		'names that are numbers, as text': () =>
			said(keys(250_000, (index) => `${4_294_967_294 - index * 7919}`)),
		'names that are numbers, from a tool': () =>
			history(json({ tool_output: keys(9_999, (index) => `${4_294_967_294 - index * 7919}`) })),
		'digits with a space between them': () => said('1 '.repeat(2 * LONG)),
		'plain digits': () => said('1'.repeat(2 * LONG)),
		'plain digits in an error': () => text('error_message', '1'.repeat(LONGEST)),
		'digits in place of a number': () => text('from_number', '1/'.repeat(LONGEST / 2)),
		'seconds since 1970, one a line': () => said('1793716200\n'.repeat(LONG / 5)),
		'dates without a day': () => said('2026-11 '.repeat(LONG / 4)),
		'words like months before every number': () => said('Mar 11 2034 Maria '.repeat(LONG / 9)),
		'dates of other numbers': () => said('May 11 20:34:56 CET 2034-5'.repeat(LONG / 13)),
		'plus signs between digits': () => said('1+'.repeat(LONG)),
		'a role of letters that grow': () => history(json({ role: '\u0130-'.repeat(LONG / 2) })),
		'decimals with commas between them': () => text('error_message', '12.5,'.repeat(LONG / 2)),
		'as many names like integers in arguments': () =>
			history(times(5, () => tool(keys(9_999, (index) => `${4_294_967_294 - index * 7919}`)))),
		'as many arguments that are no JSON': () => history(times(MAX_TURNS, () => tool('['))),
		'90,000 names like integers in arguments': () =>
			history(tool(keys(90_000, (index) => `${4_294_967_294 - index * 7919}`))),
		'90,000 names in arguments': () => history(tool(keys(90_000, (index) => `a${index}`))),
	}),
];
