import type { Conversation } from '../conversation';
import { findOriginMs, findStopMs, findTurnMs } from '../find-origin';
import { listLines } from './clean-text';
import { listTranscriptEntries } from './list-transcript-entries';

/** One subtitle. Times are whole milliseconds since the recording began, and end after they start. */
export type Cue = { startMs: number; endMs: number; speaker: string; lines: string[] };

const CHARACTERS_A_SECOND = 15;
const SHORTEST_ESTIMATE_MS = 1000;
const LONGEST_ESTIMATE_MS = 7000;
const SHORTEST_CUE_MS = 500;

/**
 * What was said as subtitles that run with the recording, in the order of their starts, none before
 * 0. A turn is shown while its speaker speaks; without that time, from when its entry was made for
 * as long as it takes to read, at most until the next turn; without any time, after the turn before.
 */
export function listCues(conversation: Conversation): Cue[] {
	const history = conversation.history ?? [];
	const originMs = findOriginMs(conversation) ?? 0;
	let latestEndMs = 0;
	const timed = listTranscriptEntries(conversation).map(({ turnIndex, speaker, text }) => {
		const turn = history[turnIndex];
		const turnMs = turn === undefined ? null : findTurnMs(turn);
		const lines = listLines(text);
		const startMs = turnMs === null ? latestEndMs : toCueMs(turnMs - originMs);
		const stopMs = turn === undefined ? null : findStopMs(turn);
		const knownEndMs = stopMs === null ? null : toCueMs(stopMs - originMs);
		latestEndMs = Math.max(latestEndMs, knownEndMs ?? startMs + estimateReadingMs(lines));
		return { startMs, knownEndMs, speaker, lines };
	});
	timed.sort((a, b) => a.startMs - b.startMs);
	return timed.map(({ startMs, knownEndMs, speaker, lines }, index) => {
		const nextStartMs = timed[index + 1]?.startMs ?? Infinity;
		const estimatedEndMs = Math.min(startMs + estimateReadingMs(lines), nextStartMs);
		const endMs = Math.max(knownEndMs ?? estimatedEndMs, startMs + SHORTEST_CUE_MS);
		return { startMs, endMs, speaker, lines };
	});
}

function toCueMs(milliseconds: number): number {
	return Math.max(0, Math.round(milliseconds));
}

function estimateReadingMs(lines: readonly string[]): number {
	const ms = (lines.join(' ').length / CHARACTERS_A_SECOND) * 1000;
	return Math.round(Math.min(LONGEST_ESTIMATE_MS, Math.max(SHORTEST_ESTIMATE_MS, ms)));
}
