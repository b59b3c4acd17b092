import { listLines } from '../../text';
import { formatPreciseClock } from '../../time';
import type { Conversation } from '../conversation';
import { listTranscriptEntries, type TranscriptOptions } from './transcript';

export function writeWebVtt(conversation: Conversation, options: TranscriptOptions = {}): string {
	const cues = listCues(conversation, options, '.').map(({ head, speaker, lines }) => {
		const text = lines.map(escapeCueText).join('\n');
		return `${head}\n<v ${writeVoice(speaker)}>${text}\n`;
	});
	return ['WEBVTT\n', ...cues].join('\n');
}

export function writeSubRip(conversation: Conversation, options: TranscriptOptions = {}): string {
	const cues = listCues(conversation, options, ',').map(({ head, speaker, lines }) => {
		const text = [`${speaker}: ${lines[0] ?? ''}`, ...lines.slice(1)];
		return `${head}\n${text.map(replaceStyling).join('\n')}\n`;
	});
	return cues.join('\n');
}

/** The name of a voice. A hyphen at its end and the bracket after it would look like an arrow. */
function writeVoice(speaker: string): string {
	return escapeCueText(speaker.replace(/(?<![ -])[ -]+$/, '') || 'Unknown');
}

function escapeCueText(text: string): string {
	return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

const TO_FULL_WIDTH = 0xfee0;

/** SubRip has no escapes: an arrow becomes `→`, and each of `<>{}\`, which could be styling, its full-width form. */
function replaceStyling(line: string): string {
	return line
		.replace(/-->/g, '→')
		.replace(/[<>{}\\]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + TO_FULL_WIDTH));
}

const CHARACTERS_A_SECOND = 15;
const SHORTEST_ESTIMATE_MS = 1000;
const LONGEST_ESTIMATE_MS = 7000;
const SHORTEST_CUE_MS = 500;

/**
 * The spoken turns in the order of their starts, each shown while its speaker speaks. If start or stop is
 * unknown, the turn is shown from its start, else from `created_at`, for as long as reading takes, at most
 * until the next turn; without any time, after the turns before. Every turn is shown for at least 500 ms.
 * Times count from the beginning of the recording.
 */
function listCues(
	conversation: Conversation,
	{ speakers }: TranscriptOptions,
	separator: '.' | ',',
) {
	let latestEndMs = 0;
	const timed = listTranscriptEntries(conversation, { speakers }).map((entry) => {
		const lines = listLines(entry.text);
		const startMs = toMilliseconds(entry.offsetSeconds) ?? latestEndMs;
		const knownEndMs = toMilliseconds(entry.stopSeconds);
		latestEndMs = Math.max(latestEndMs, knownEndMs ?? startMs + estimateReadingMs(lines));
		return { startMs, knownEndMs, speaker: entry.speaker, lines };
	});
	timed.sort((a, b) => a.startMs - b.startMs);
	return timed.map(({ startMs, knownEndMs, speaker, lines }, index) => {
		const nextStartMs = timed[index + 1]?.startMs ?? Infinity;
		const estimatedEndMs = Math.min(startMs + estimateReadingMs(lines), nextStartMs);
		const endMs = Math.max(knownEndMs ?? estimatedEndMs, startMs + SHORTEST_CUE_MS);
		const times = [startMs, endMs].map((ms) => formatPreciseClock(ms, separator));
		return { head: `${index + 1}\n${times.join(' --> ')}`, speaker, lines };
	});
}

function toMilliseconds(seconds: number | null): number | null {
	return seconds === null ? null : Math.round(seconds * 1000);
}

function estimateReadingMs(lines: readonly string[]): number {
	const ms = (lines.join(' ').length / CHARACTERS_A_SECOND) * 1000;
	return Math.round(Math.min(LONGEST_ESTIMATE_MS, Math.max(SHORTEST_ESTIMATE_MS, ms)));
}
