import { buildChatMessages } from '../../../core/conversation/transcript/chat-messages.ts';
import { type Output } from '../../../core/conversation/outputs.ts';
import { parseDelivery } from '../../../core/delivery/decide-delivery.ts';
import {
	writeMarkdownTranscript,
	writeTextTranscript,
} from '../../../core/conversation/transcript/transcript.ts';
import { writeSubRip, writeWebVtt } from '../../../core/conversation/transcript/subtitles.ts';
import { findBlocks, readPages } from '../../support/read-docs.mts';
import { buildOutputItems } from '../../support/records/read-fixture.mts';

const file = 'docs/outputs.md';
const page = readPages().find((one) => one.file === file);
const [introduction = '', ...sections] = page?.text.split(/^## /m) ?? [];

function readBlock(heading: string, language: string): string {
	const text = heading === '' ? introduction : sections.find((it) => it.startsWith(`${heading}\n`));
	const [block] = findBlocks({ file, text: text ?? '' }, language);
	if (block === undefined) throw new Error(`No block of ${language}`);
	return block;
}

const readJson = (heading: string): unknown => JSON.parse(readBlock(heading, 'json'));

const event = readJson('');
const parsed = parseDelivery(event);
if (!parsed.success) throw new Error(parsed.error.code);
const { conversation, record } = parsed;

/** What an output builds, with the fields that are shown of an item, or with all of them. */
function build(output: Output, shown?: unknown) {
	const names = Object.keys(Object(shown));
	const options = shown === undefined ? {} : { fields: { mode: 'selected', names } as const };
	return buildOutputItems(output, conversation, record, options);
}

test.each<[string, Output]>([
	['Conversation', 'conversation'],
	['Simplified', 'simplified'],
	['Flat', 'flat'],
])('the page on outputs shows %s as it is built', (heading, output) => {
	const shown = readJson(heading);
	expect(build(output, shown)).toEqual([shown]);
});

test('the page on outputs shows the tool call whole, three of the turns, and Raw', () => {
	expect(build('toolCalls')).toEqual([readJson('Tool Calls')]);
	const turns = readJson('Turns');
	const [, first, second, third, ...others] = build('turns', Object(turns)[0]);
	expect([first, second, third]).toEqual(turns);
	expect(others).toHaveLength(2);
	expect(build('raw')).toEqual([Object(event).data]);
});

test.each([
	['text', writeTextTranscript],
	['markdown', writeMarkdownTranscript],
	['vtt', writeWebVtt],
	['srt', writeSubRip],
] as const)('the page on outputs shows the transcript as %s', (language, write) => {
	expect(readBlock('Transcripts', language)).toBe(write(conversation));
});

test('the page on outputs shows the chat messages', () => {
	const messages = buildChatMessages(conversation, { includeToolCalls: true });
	expect(readJson('Transcripts')).toEqual(messages);
});
