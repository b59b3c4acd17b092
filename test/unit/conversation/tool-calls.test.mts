import { buildChatMessages } from '../../../core/conversation/transcript/chat-messages.ts';
import { writeSubRip, writeWebVtt } from '../../../core/conversation/transcript/subtitles.ts';
import {
	writeMarkdownTranscript,
	writeTextTranscript,
} from '../../../core/conversation/transcript/transcript.ts';
import { buildOutputItems, convert } from '../../support/records/read-fixture.mts';

const ID = { tool_call_id: '1' };
const UNSET = { tool_call_id: '00000000-0000-0000-0000-000000000000' };
const find = { role: 'Assistant', tool_name: 'find', tool_arguments_json: '{}' };
const book = { ...find, tool_name: 'book' };
const found = { role: 'Tool', tool_output: 'ten' };
const speech = { role: 'Assistant', content: 'One moment.' };

/** Each call as `turn of the call>turn of the output name: output`. */
test.each<[name: string, history: object[], calls: string[]]>([
	[
		'one by id, with speech between',
		[{ ...find, ...ID }, speech, { ...found, ...ID }],
		['0>2 find: ten'],
	],
	[
		'one by id, the output first',
		[{ ...found, ...ID }, speech, { ...find, ...ID }],
		['2>0 find: ten'],
	],
	[
		'one by id, though an output of that id was before both',
		[
			{ ...found, ...ID },
			{ ...find, ...ID },
			{ ...found, ...ID, tool_output: 'two' },
		],
		['null>0 null: ten', '1>2 find: two'],
	],
	[
		'two of one id, their outputs first',
		[
			{ ...found, ...ID },
			{ ...found, ...ID, tool_output: 'two' },
			{ ...find, ...ID },
			{ ...book, ...ID },
		],
		['2>0 find: ten', '3>1 book: two'],
	],
	[
		'two by two ids',
		[
			{ ...find, ...ID },
			{ ...found, tool_call_id: '2' },
		],
		['0>null find: null', 'null>1 null: ten'],
	],
	['one without ids', [find, found], ['0>1 find: ten']],
	[
		'one without ids, the output of which names the tool',
		[find, { ...found, tool_name: 'find' }],
		['0>1 find: ten'],
	],
	[
		'two of two names',
		[book, { ...found, tool_name: 'find' }],
		['0>null book: null', 'null>1 find: ten'],
	],
	['two with speech between', [find, speech, found], ['0>null find: null', 'null>2 null: ten']],
	[
		'two of which one has an id',
		[{ ...find, ...ID }, found],
		['0>null find: null', 'null>1 null: ten'],
	],
	['two outputs without ids', [find, found, found], ['0>1 find: ten', 'null>2 null: ten']],
	[
		'each its own',
		[find, found, book, found].map((turn) => ({ ...turn, ...UNSET })),
		['0>1 find: ten', '2>3 book: ten'],
	],
	[
		'one whose turn is followed by an empty output',
		[find, { role: 'User', content: 'Well?', tool_output: '' }],
		['0>null find: null'],
	],
	[
		'one with an object for an output',
		[
			{ ...find, ...ID },
			{ ...ID, kind: 'Message', tool_name: 'find', tool_output: { slots: 3 } },
		],
		['0>1 find: {"slots":3}'],
	],
	[
		'one with the text of a tool',
		[
			{ ...find, ...ID },
			{ ...ID, role: 'tool', content: 'ten' },
		],
		['0>1 find: ten'],
	],
	[
		'one with the text of a function, without ids',
		[find, { role: 'FUNCTION', content: 'ten' }],
		['0>1 find: ten'],
	],
])('calls and outputs are %s', (_name, history, calls) => {
	const items = buildOutputItems('toolCalls', convert({ history }), {});
	expect(
		items.map(
			(item) =>
				`${item.call_turn_index}>${item.output_turn_index} ${item.tool_name}: ${item.tool_output}`,
		),
	).toEqual(calls);
	const { statistics } = convert({ history });
	expect(statistics.tool_call_count).toBe(calls.length);
});

test('an output that only has the id of its call is that of the tool, whichever comes first', () => {
	const turns = [
		{ ...find, ...ID },
		{ ...found, ...ID },
	];
	const write = (history: object[]) =>
		writeTextTranscript(convert({ history }), { includeToolCalls: true });
	expect(write(turns)).toBe('Tool: find called with {}\nTool: find answered: ten\n');
	expect(write(turns.toReversed())).toBe('Tool: find answered: ten\nTool: find called with {}\n');
});

const call = { tool_name: 'book', tool_arguments_json: '{}' };
const both = { ...call, tool_output: 'booked' };
const words = 'Let me book that.';

describe.each<[role: string | null, line: string, chat: object, answered: boolean | null]>([
	['Assistant', `Assistant: ${words}`, { role: 'assistant', content: words }, false],
	['Caller', `Caller: ${words}`, { role: 'user', content: words }, true],
	['Lodger', `Lodger: ${words}`, { role: 'user', content: `Lodger: ${words}` }, null],
	[null, `Unknown: ${words}`, { role: 'user', content: words }, null],
])('what %s says in the turn of a call', (role, line, chat, answered) => {
	test.each([
		['beside its output', both],
		['alone', call],
	])('%s is in every transcript, once', (_name, turn) => {
		const conversation = convert({ history: [{ role, content: words, ...turn }] });
		expect(conversation).toMatchObject({ answered, transcript: line });
		expect(writeTextTranscript(conversation)).toBe(`${line}\n`);
		const [speaker] = line.split(':');
		expect(writeMarkdownTranscript(conversation)).toContain(`**${speaker}**: ${words}`);
		expect(writeSubRip(conversation)).toContain(line);
		expect(writeWebVtt(conversation)).toContain(`<v ${speaker}>${words}`);
		expect(buildChatMessages(conversation)).toEqual([chat]);
		const messages = buildChatMessages(conversation, { includeToolCalls: true });
		const isAgents = role === 'Assistant';
		expect(messages).toEqual([
			...(isAgents ? [] : [chat]),
			expect.objectContaining({ role: 'assistant', content: isAgents ? words : '' }),
			{ role: 'tool', content: turn === both ? 'booked' : '', tool_call_id: 'call_0' },
		]);
	});
});

test.each(['Tool', 'function', 'tool_call', 'System'])(
	'the text of a call by %s is no speech',
	(role) => {
		const conversation = convert({ history: [{ role, content: words, ...both }] });
		expect(conversation).toMatchObject({ answered: false, transcript: '' });
		expect(writeTextTranscript(conversation)).toBe('');
		expect(buildChatMessages(conversation)).toEqual([]);
		const [message] = buildChatMessages(conversation, { includeToolCalls: true });
		expect(message).toMatchObject({ role: 'assistant', content: '' });
	},
);
