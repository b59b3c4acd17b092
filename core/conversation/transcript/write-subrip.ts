import type { Conversation } from '../conversation';
import { joinToLine } from './clean-text';
import { formatPreciseClock } from './format-clock';
import { listCues } from './list-cues';

/**
 * The transcript as SubRip subtitles. The format has no escapes: an arrow inside what was said is
 * written as "→", and angle brackets and braces, which players take for styling, as their
 * full-width forms. Times: {@link listCues}.
 */
export function writeSubRip(conversation: Conversation): string {
	return listCues(conversation)
		.map(({ startMs, endMs, speaker, lines }, index) => {
			const times = `${formatPreciseClock(startMs, ',')} --> ${formatPreciseClock(endMs, ',')}`;
			const text = [`${joinToLine(speaker) || 'Unknown'}: ${lines[0] ?? ''}`, ...lines.slice(1)];
			return `${index + 1}\n${times}\n${text.map(replaceStyling).join('\n')}\n`;
		})
		.join('\n');
}

const FULL_WIDTH = new Map([
	['<', '＜'],
	['>', '＞'],
	['{', '｛'],
	['}', '｝'],
]);

function replaceStyling(line: string): string {
	return line.replace(/-->/g, '→').replace(/[<>{}]/g, (sign) => FULL_WIDTH.get(sign) ?? sign);
}
