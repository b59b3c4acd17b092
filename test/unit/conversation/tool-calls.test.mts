import { listToolCalls } from '../../../core/conversation/tool-calls.ts';
import { buildChatMessages } from '../../../core/conversation/transcript/chat-messages.ts';
import { writeSubRip, writeWebVtt } from '../../../core/conversation/transcript/subtitles.ts';
import {
	writeMarkdownTranscript,
	writeTextTranscript,
} from '../../../core/conversation/transcript/transcript.ts';
import { convert } from '../../support/records/read-fixture.mts';
import cases from '../../fixtures/tool-calls.json' with { type: 'json' };
import used from '../../fixtures/tools-used.json' with { type: 'json' };

const ID = { tool_call_id: '1' };
const find = { role: 'Assistant', tool_name: 'find', tool_arguments_json: '{}' };
const found = { role: 'Tool', tool_output: 'ten' };

/** Each call is written as `turn of the call>turn of the output name: output`. */
type Case = { history: object[]; calls: string[]; errors?: number; transcript?: string };

test.each(Object.entries<Case>(cases))('calls and outputs are %s', (_name, expected) => {
	const { history, calls, errors, transcript } = expected;
	const conversation = convert({ history });
	const listed = listToolCalls(conversation.history ?? []);
	const { tool_calls } = conversation;
	const written = listed.map(({ call, output }, index) => {
		const { name, output: answer } = tool_calls?.[index] ?? {};
		const written = typeof answer === 'string' ? answer : JSON.stringify(answer);
		return `${call?.index ?? null}>${output?.index ?? null} ${name}: ${written}`;
	});
	expect(written).toEqual(calls);
	const isAnswered = listed.map(({ output }) => output !== null);
	expect(tool_calls?.map(({ is_answered }) => is_answered)).toEqual(isAnswered);
	const { statistics } = conversation;
	expect(statistics.tool_call_count).toBe(calls.length);
	if (errors !== undefined) expect(statistics.tool_error_count).toBe(errors);
	if (transcript !== undefined) expect(conversation.transcript).toBe(transcript);
});

test('an output that only has the id of its call is that of the tool, whichever comes first', () => {
	const turns = [find, found].map((turn) => ({ ...turn, ...ID }));
	const write = (history: object[]) =>
		writeTextTranscript(convert({ history }), { includeToolCalls: true });
	expect(write(turns)).toBe('Tool: find called with {}\nTool: find answered: ten\n');
	expect(write(turns.toReversed())).toBe('Tool: find answered: ten\nTool: find called with {}\n');
});

test.each(Object.entries(used))('tools_used of %s', (_name, { history, tools }) => {
	expect(convert({ history }).tools_used).toEqual(tools);
});

test('tools_used has 100 tools at most', () => {
	const names = Array.from({ length: 120 }, (_, index) => `tool_${index}`);
	const history = names.map((tool_name, index) => ({ tool_name, tool_call_id: `${index}` }));
	expect(convert({ history }).tools_used).toEqual(names.slice(0, 100));
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

test.each([
	['speech of the agent beside the output of a tool without arguments', 'Agent', 'booked', words],
	['no speech if it repeats the output', 'Agent', words, ''],
	['no speech of the user, who calls no tools', 'User', 'booked', ''],
])('content is %s', (_name, role, tool_output, transcript) => {
	const history = [{ role, content: words, tool_name: 'book', tool_output }];
	expect(convert({ history }).transcript).toBe(transcript && `${role}: ${transcript}`);
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
