import type { Conversation } from '../conversation';
import { joinToLine } from './clean-text';
import { formatClock } from './format-clock';
import { listTranscriptEntries, type TranscriptOptions } from './list-transcript-entries';

/** The transcript as plain text: one line a turn, `Role: text`, with times `[00:00:05] Role: text`. */
export function writeTextTranscript(
	conversation: Conversation,
	options: TranscriptOptions = {},
): string {
	return listTranscriptEntries(conversation, options)
		.map(({ offsetSeconds, speaker, text }) => {
			const time =
				options.includeTimes && offsetSeconds !== null ? `[${formatClock(offsetSeconds)}] ` : '';
			return `${time}${speaker}: ${joinToLine(text)}\n`;
		})
		.join('');
}
