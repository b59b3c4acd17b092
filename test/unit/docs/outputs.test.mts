import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildChatMessages } from '../../../core/conversation/transcript/chat-messages.ts';
import { type Output } from '../../../core/conversation/outputs.ts';
import { parseDelivery } from '../../../core/delivery/decide-delivery.ts';
import {
	writeMarkdownTranscript,
	writeTextTranscript,
} from '../../../core/conversation/transcript/transcript.ts';
import { writeSubRip, writeWebVtt } from '../../../core/conversation/transcript/subtitles.ts';
import { findBlocks, projectFolder } from '../../support/read-docs.mts';
import { buildOutputItems } from '../../support/records/read-fixture.mts';

const [introduction = '', ...sections] = readFileSync(
	path.join(projectFolder, 'docs/outputs.md'),
	'utf8',
).split(/^## /m);

const parsed = parseDelivery(readJson(introduction));

function findSection(heading: string): string {
	return sections.find((section) => section.startsWith(`${heading}\n`)) ?? '';
}

function readBlock(text: string, language: string): string {
	const [block] = findBlocks({ file: 'docs/outputs.md', text }, language);
	if (block === undefined) throw new Error(`No block of ${language}`);
	return block;
}

function readJson(text: string): unknown {
	return JSON.parse(readBlock(text, 'json'));
}

function readConversation() {
	if (!parsed.success) throw new Error(parsed.error.code);
	return parsed;
}

function build(output: Output, shown: unknown) {
	const { conversation, record } = readConversation();
	const names = Object.keys(Object(shown));
	const options = { fields: { mode: 'selected', names } } as const;
	return buildOutputItems(output, conversation, record, options);
}

test.each<[string, Output]>([
	['Conversation', 'conversation'],
	['Simplified', 'simplified'],
	['Flat', 'flat'],
])('the page on outputs shows %s as it is built', (heading, output) => {
	const shown = readJson(findSection(heading));
	expect(build(output, shown)).toEqual([shown]);
});

test('the page on outputs shows the tool call whole', () => {
	const { conversation, record } = readConversation();
	expect(buildOutputItems('toolCalls', conversation, record)).toEqual([
		readJson(findSection('Tool Calls')),
	]);
});

test('the page on outputs shows three of the turns', () => {
	const shown = readJson(findSection('Turns'));
	const [, first, second, third, ...others] = build('turns', Object(shown)[0]);
	expect([first, second, third]).toEqual(shown);
	expect(others).toHaveLength(2);
});

test('the page on outputs shows Raw, the data of the event', () => {
	const { conversation, record } = readConversation();
	expect(buildOutputItems('raw', conversation, record)).toEqual([
		Object(readJson(introduction)).data,
	]);
});

test.each([
	['text', writeTextTranscript],
	['markdown', writeMarkdownTranscript],
	['vtt', writeWebVtt],
	['srt', writeSubRip],
] as const)('the page on outputs shows the transcript as %s', (language, write) => {
	expect(readBlock(findSection('Transcripts'), language)).toBe(
		write(readConversation().conversation),
	);
});

test('the page on outputs shows the chat messages', () => {
	const messages = buildChatMessages(readConversation().conversation, { includeToolCalls: true });
	expect(readJson(findSection('Transcripts'))).toEqual(messages);
});
