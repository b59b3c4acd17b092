import type { Conversation } from '../conversation';
import { joinToLine } from './clean-text';
import { formatPreciseClock } from './format-clock';
import { listCues } from './list-cues';

/**
 * The transcript as WebVTT subtitles with the speaker as voice, for a player that shows them beside
 * the recording. Times: {@link listCues}.
 */
export function writeWebVtt(conversation: Conversation): string {
	const cues = listCues(conversation).map(({ startMs, endMs, speaker, lines }, index) => {
		const times = `${formatPreciseClock(startMs, '.')} --> ${formatPreciseClock(endMs, '.')}`;
		const text = lines.map(escapeCueText).join('\n');
		return `${index + 1}\n${times}\n<v ${escapeCueText(joinToLine(speaker) || 'Unknown')}>${text}\n`;
	});
	return ['WEBVTT\n', ...cues].join('\n');
}

function escapeCueText(text: string): string {
	return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
