import type { Conversation } from '../conversation';
import { joinToLine, listLines } from './clean-text';
import { formatClock } from './format-clock';
import {
	listTranscriptEntries,
	type TranscriptEntry,
	type TranscriptOptions,
} from './list-transcript-entries';

/**
 * The transcript as Markdown: a heading, what is known of the conversation, then one paragraph a
 * turn. What was said stays text: characters that mean something in Markdown or HTML are escaped,
 * addresses get an invisible space so no renderer makes links of them, and characters that turn
 * the direction of writing are left out.
 */
export function writeMarkdownTranscript(
	conversation: Conversation,
	options: TranscriptOptions = {},
): string {
	const facts: ReadonlyArray<readonly [string, string | null]> = [
		['Conversation', conversation.id],
		['Started', conversation.started_at],
		['Duration', describeDuration(conversation.duration_seconds)],
		['From', conversation.from_number],
		['To', conversation.to_number],
		['Status', conversation.status],
		['Error', conversation.error_message],
	];
	const paragraphs = [
		`# ${escapeMarkdown(joinToLine(conversation.agent_title ?? '') || 'Conversation')}`,
		facts
			.filter(([, value]) => value !== null && value !== '')
			.map(([name, value]) => `- ${name}: ${escapeMarkdown(joinToLine(value ?? ''))}`)
			.join('\n'),
		...listTranscriptEntries(conversation, options).map((entry) => writeEntry(entry, options)),
	];
	return `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`;
}

function writeEntry(entry: TranscriptEntry, options: TranscriptOptions): string {
	const { offsetSeconds, speaker } = entry;
	const time =
		options.includeTimes && offsetSeconds !== null ? ` (${formatClock(offsetSeconds)})` : '';
	const text = listLines(entry.text).map(escapeMarkdown).join('\\\n');
	const name = `**${escapeMarkdown(speaker)}**${time}:`;
	return entry.isAction ? `> ${name} ${text.replaceAll('\n', '\n> ')}` : `${name} ${text}`;
}

function describeDuration(seconds: number | null): string | null {
	return seconds === null ? null : `${seconds} s`;
}

const DIRECTION_OVERRIDES = /[\u202A-\u202E\u2066-\u2069]/g;

/** Many renderers link bare addresses, and some look for them after backslashes are gone. */
const ZERO_WIDTH_SPACE = '\u200B';

function escapeMarkdown(line: string): string {
	return (
		line
			.replace(DIRECTION_OVERRIDES, '')
			.replace(/\/(?=\/\S)/g, `/${ZERO_WIDTH_SPACE}`)
			.replace(/www(?=\.)/gi, `$&${ZERO_WIDTH_SPACE}`)
			.replace(/\.(?=[a-z]{2})/gi, `.${ZERO_WIDTH_SPACE}`)
			.replace(/@(?=[\w-])/g, `${ZERO_WIDTH_SPACE}@`)
			.replace(/&/g, '&amp;')
			.replace(/</g, '&lt;')
			.replace(/[\\`*_{}[\]>#|~$]/g, '\\$&')
			// Lists and underlined headings begin at the start of a line only.
			.replace(/^([-=]|\+(?=\s|$))/, '\\$1')
			.replace(/^(\d+)(?=[.)](?:\s|$))/, '$1\\')
	);
}
