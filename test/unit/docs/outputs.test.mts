import { buildChatMessages } from '../../../core/conversation/transcript/chat-messages.ts';
import { OUTPUTS, outputs } from '../../../core/conversation/outputs.ts';
import { parseDelivery } from '../../../core/delivery/decide-delivery.ts';
import { writeHtmlNote, writeNote } from '../../../core/conversation/transcript/note.ts';
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

// Every output needs an example. In these outputs the example shows every field.
const whole: readonly string[] = ['simplified', 'raw'];

test.each(OUTPUTS)('the page on outputs shows the item of %s as it is built', (output) => {
	const shown = output === 'raw' ? [Object(event).data] : [readJson(outputs[output].label)].flat();
	const names = Object.keys(Object(shown[0]));
	const fields = whole.includes(output) ? undefined : ({ mode: 'selected', names } as const);
	const items = buildOutputItems(output, conversation, record, { fields });
	expect(shown).toEqual(items);
});

test.each([
	['text', writeTextTranscript],
	['markdown', writeMarkdownTranscript],
	['vtt', writeWebVtt],
	['srt', writeSubRip],
] as const)('the page on outputs shows the transcript as %s', (language, write) => {
	expect(readBlock('Transcripts', language)).toBe(write(conversation));
});

test('the page on outputs shows a note, and a line of a note in HTML', () => {
	const options = { timeZone: 'Europe/Berlin' };
	expect(readBlock('Transcripts', 'note')).toBe(writeNote(conversation, options));
	expect(writeHtmlNote(conversation, options)).toContain(readBlock('Transcripts', 'html'));
});

test('the page on outputs shows the chat messages', () => {
	const messages = buildChatMessages(conversation, { includeToolCalls: true });
	expect(readJson('Transcripts')).toEqual(messages);
});
