import type { Conversation } from '../conversation';
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
		return `${index + 1}\n${times}\n<v ${writeVoice(speaker)}>${text}\n`;
	});
	return ['WEBVTT\n', ...cues].join('\n');
}

/** The name of a voice. A hyphen at its end and the bracket after it would look like an arrow. */
function writeVoice(speaker: string): string {
	let end = speaker.length;
	while (end > 0 && '- '.includes(speaker.charAt(end - 1))) end -= 1;
	return escapeCueText(speaker.slice(0, end) || 'Unknown');
}

function escapeCueText(text: string): string {
	return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
