import type { Conversation } from '../conversation';
import { formatPreciseClock } from './format-clock';
import { listCues } from './list-cues';

/**
 * The transcript as SubRip subtitles. The format has no escapes: an arrow inside what was said is
 * written as "→", and what players take for styling (angle brackets, braces, and backslashes as in
 * `\N`) in full-width forms. Times: {@link listCues}.
 */
export function writeSubRip(conversation: Conversation): string {
	return listCues(conversation)
		.map(({ startMs, endMs, speaker, lines }, index) => {
			const times = `${formatPreciseClock(startMs, ',')} --> ${formatPreciseClock(endMs, ',')}`;
			const text = [`${speaker}: ${lines[0] ?? ''}`, ...lines.slice(1)];
			return `${index + 1}\n${times}\n${text.map(replaceStyling).join('\n')}\n`;
		})
		.join('\n');
}

const FULL_WIDTH = new Map([
	['<', '＜'],
	['>', '＞'],
	['{', '｛'],
	['}', '｝'],
	['\\', '＼'],
]);

function replaceStyling(line: string): string {
	return line.replace(/-->/g, '→').replace(/[<>{}\\]/g, (sign) => FULL_WIDTH.get(sign) ?? sign);
}
