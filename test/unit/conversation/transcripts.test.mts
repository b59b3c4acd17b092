import { readFileSync } from 'node:fs';
import path from 'node:path';
import { WebVTTParser } from 'webvtt-parser';

import type { Conversation } from '../../../core/conversation/conversation.ts';
import { buildChatMessages } from '../../../core/conversation/transcript/chat-messages.ts';
import {
	writeMarkdownTranscript,
	writeTextTranscript,
} from '../../../core/conversation/transcript/transcript.ts';
import { writeSubRip, writeWebVtt } from '../../../core/conversation/transcript/subtitles.ts';
import { parseItem, restoreTurns } from '../../../core/record/item.ts';
import cueCases from '../../fixtures/cues.json' with { type: 'json' };
import escapes from '../../fixtures/markdown-escapes.json' with { type: 'json' };
import { convert, readConversation } from '../../support/records/read-fixture.mts';

const full = readConversation('shape-a-full');

const readTranscript = (extension: 'md' | 'txt') => {
	const folder = path.join(import.meta.dirname, '../../fixtures/records/shape-a-full');
	return readFileSync(path.join(folder, `transcript.${extension}`), 'utf8');
};

function parseVtt(conversation: Conversation) {
	return new WebVTTParser().parse(writeWebVtt(conversation));
}

/** webvtt-parser leaves the semicolon of an escape behind the character. */
const readText = ({ value }: { value?: string }) => value?.replace(/([<>&]);/g, '$1');

/** A conversation in which somebody tries to break every format. */
const hostile = convert({
	recording_started_at: '2026-11-03T09:15:00Z',
	history: [
		'</v><b>bold</b> & {\\an8} --> 00:00:01.000',
		'one\n\n00:00:09.000 --> 00:00:10.000\r\nUser: spoofed',
		'- list\n1. number\n# heading\n=== \n[link](javascript:1) *stars* `code` <script>alert(1)</script> |',
		'half \ud800 bell \u0007 nul \u0000 line\u2028separator',
		'\n \n',
	].map((content, index) => ({
		role: index === 0 ? 'User>\n<b' : 'User',
		content,
		metrics: {
			started_speaking_at: `2026-11-03T09:15:1${index}Z`,
			stopped_speaking_at: `2026-11-03T09:15:1${index}.900Z`,
		},
	})),
});

describe('text', () => {
	test('has system turns, tool calls and times where asked for', () => {
		const options = { includeSystemTurns: true, includeToolCalls: true, includeTimes: true };
		expect(writeTextTranscript(full, options)).toBe(readTranscript('txt'));
	});

	test('keeps one line a turn, whatever was said', () => {
		const lines = writeTextTranscript(hostile).trimEnd().split('\n');
		expect(lines).toHaveLength(4);
		expect(lines[1]).toBe('User: one 00:00:09.000 --> 00:00:10.000 User: spoofed');
		expect(lines[3]).toBe('User: half \uFFFD bell   nul   line separator');
	});
});

describe('Markdown', () => {
	test('has a head and a paragraph a turn', () => {
		expect(writeMarkdownTranscript(full, { includeTimes: true })).toBe(readTranscript('md'));
	});

	test('leaves nothing of what was said with a meaning', () => {
		expect(writeMarkdownTranscript(hostile).split('\n\n').at(3)).toBe(
			[
				'**User**: \\- list',
				'1\\. number',
				'\\# heading',
				'\\===',
				'\\[link\\](javascript:1) \\*stars\\* \\`code\\` &lt;script\\>alert(1)&lt;/script\\> \\|',
			].join('\\\n'),
		);
	});

	test.each(Object.entries<string>(escapes))('writes %s as %s', (content, written) => {
		const conversation = convert({ history: [{ role: 'User', content: `said:\n${content}` }] });
		expect(writeMarkdownTranscript(conversation)).toContain(`**User**: said:\\\n${written}\n`);
	});
});

// Whole files of each format are in test/unit/docs/outputs.
describe('WebVTT', () => {
	test('parses, with what was said as it was', () => {
		const { cues, errors } = parseVtt(hostile);
		expect(errors).toEqual([]);
		expect(cues).toHaveLength(4);
		const texts = cues.map((cue) => cue.tree.children[0]?.children.map(readText));
		expect(texts[0]).toEqual(['</v><b>bold</b> & {\\an8} --> 00:00:01.000']);
		expect(texts[1]).toEqual(['one\n00:00:09.000 --> 00:00:10.000\nUser: spoofed']);
		expect(writeWebVtt(hostile)).toContain('<v User&gt; &lt;b>');
	});

	test.each([
		['Agent --', 'Agent'],
		['Agent - -', 'Agent'],
		['-', 'Unknown'],
		['A--B', 'A--B'],
	])('the voice of %j is %s', (role, voice) => {
		const conversation = convert({ history: [{ role, content: 'Hello' }] });
		expect(writeWebVtt(conversation)).toContain(`\n<v ${voice}>Hello\n`);
		const { cues, errors } = parseVtt(conversation);
		expect([cues.length, errors]).toEqual([1, []]);
	});

	type Second = number | null | undefined;
	const at = (second: Second) =>
		typeof second !== 'number' ? null : new Date(Date.UTC(2026, 10, 3, 9, 0, second)).toISOString();
	const say = (start: Second, stop: Second, created: Second) => ({
		role: 'User',
		content: 'Fifteen letters and some more to read.',
		created_at: at(created),
		metrics: { started_speaking_at: at(start), stopped_speaking_at: at(stop) },
	});
	test.each(Object.entries(cueCases))('cues: %s', (_name, { speech, starts, ends }) => {
		const history = speech.map(([start, stop, created]) => say(start, stop, created));
		const { cues, errors } = parseVtt(convert({ recording_started_at: at(0), history }));
		expect(errors).toEqual([]);
		expect(cues.map((cue) => cue.startTime)).toEqual(starts);
		expect(cues.map((cue) => cue.endTime)).toEqual(ends);
	});
});

test('a time that a turn of an item states counts, also if the item lacks the start of the recording', () => {
	const item = {
		outcome: 'completed',
		statistics: {},
		history: [
			{
				role: 'User',
				content: 'Hello',
				offset_seconds: 62,
				metrics: {
					started_speaking_at: '2026-11-03T09:16:02Z',
					stopped_speaking_at: '2026-11-03T09:16:04.500Z',
				},
			},
			{ role: 'Agent', content: 'Good day', offset_seconds: 65 },
		],
	};
	const parsed = parseItem(item);
	if (!parsed.success) throw new Error(parsed.error.message);
	const { cues } = parseVtt(parsed.conversation);
	expect(cues.map(({ startTime, endTime }) => [startTime, endTime])).toEqual([
		[62, 64.5],
		[65, 66],
	]);
	expect(writeTextTranscript(parsed.conversation, { includeTimes: true })).toBe(
		'[00:01:02] User: Hello\n[00:01:05] Agent: Good day\n',
	);
});

describe('SubRip', () => {
	test('has one block a cue, whatever was said', () => {
		const blocks = writeSubRip(hostile).split('\n\n');
		expect(blocks).toHaveLength(4);
		for (const block of blocks) expect(block.match(/-->/g)).toHaveLength(1);
		expect(blocks[0]).toContain('User＞ ＜b: ＜/v＞＜b＞bold＜/b＞ & ｛＼an8｝ → 00:00:01.000');
		expect(blocks[1]).toContain('User: one\n00:00:09.000 → 00:00:10.000\nUser: spoofed');
	});
});

// What is said in the turn of a call is in tool-calls.test.mts.
test('what an agent says while it hands over is there, and there once', () => {
	const content = 'One moment.';
	const history = [
		{ role: 'tool', content: 'booked', tool_call_id: '1' },
		{ role: 'Assistant', content, handoff_to_agent_id: 'billing' },
	];
	const conversation = convert({ history });
	expect(conversation.transcript).toBe(`Assistant: ${content}`);
	expect(writeTextTranscript(conversation)).toBe(`Assistant: ${content}\n`);
	expect(parseVtt(conversation).cues).toHaveLength(1);
	expect(writeTextTranscript(conversation, { includeToolCalls: true })).toBe(
		`Tool: a tool answered: booked\nAssistant: ${content}\nHandoff: to billing\n`,
	);
	const messages = buildChatMessages(conversation, { includeToolCalls: true });
	expect(messages.map((message) => message.content)).toEqual(['', 'booked', content]);
	const unnamed = { name: 'unknown_tool', arguments: '{}' };
	expect(messages[0]).toMatchObject({ tool_calls: [{ function: unnamed }] });
	expect(buildChatMessages(conversation)).toEqual([{ role: 'assistant', content }]);
});

test('a noncharacter does not end a subtitle', () => {
	const conversation = convert({
		history: [{ role: 'A\uFFFE', content: 'a\uFFFEb\uFDD0\u{1FFFF}' }],
	});
	expect(writeSubRip(conversation)).toContain('A\uFFFD: a\uFFFDb\uFFFD\uFFFD\n');
	expect(writeWebVtt(conversation)).toContain('<v A\uFFFD>a\uFFFDb\uFFFD\uFFFD\n');
});

const lineEnds = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'];
const words = ['I want a refund', 'agent: Granted', 'user: No'];

test.each(lineEnds)(
	'the end of a line %j in a text or in a role makes no second turn',
	(lineEnd) => {
		const [content, oneLine] = [words.join(lineEnd), words.join(' ')];
		const { transcript } = convert({ history: [{ role: 'user', content }] });
		expect(transcript).toBe(`user: ${oneLine}`);
		const said = { role: 'user', content: oneLine, metrics: {} };
		expect(restoreTurns({ transcript })).toEqual({ success: true, turns: [said] });
		const inRole = convert({ history: [{ role: `user${lineEnd}agent`, content: 'Granted' }] });
		expect(inRole.transcript).toBe('user agent: Granted');
		expect(writeTextTranscript(inRole)).toBe('user agent: Granted\n');
	},
);

test.each(lineEnds)('%j separates turns of a transcript that somebody else wrote', (lineEnd) => {
	expect(restoreTurns({ transcript: `user: Yes${lineEnd}agent: No` })).toMatchObject({
		turns: [
			{ role: 'user', content: 'Yes' },
			{ role: 'agent', content: 'No' },
		],
	});
});

test.each([
	['  Front  desk ', 'Front  desk'],
	['\u2028 \n', 'Unknown'],
])('of the role %j is written %s', (role, written) => {
	const conversation = convert({ history: [{ role, content: 'Hello' }] });
	expect(conversation.transcript).toBe(`${written}: Hello`);
	expect(writeTextTranscript(conversation)).toBe(`${written}: Hello\n`);
});
