import { parseTimestamp } from '../time';
import type { Conversation } from './conversation';
import type { Turn } from './turn';

/**
 * The moment from which offsets are counted: `recording_started_at`, else `agent_joined_at`, else
 * `started_at`, else the first turn that has a time. Fields that hold no ISO 8601 time count as
 * missing.
 *
 * @returns milliseconds since 1970, or null if there is no time at all
 */
export function findOriginMs(conversation: Conversation): number | null {
	const ofHead =
		parseTimestamp(conversation.recording_started_at) ??
		parseTimestamp(conversation.agent_joined_at) ??
		parseTimestamp(conversation.started_at);
	if (ofHead !== null) return ofHead;
	for (const turn of conversation.history ?? []) {
		const turnMs = findTurnMs(turn);
		if (turnMs !== null) return turnMs;
	}
	return null;
}

/** When a turn began: when its speaker began to speak, else when the entry was made. */
export function findTurnMs(turn: Turn): number | null {
	return parseTimestamp(turn.metrics.started_speaking_at) ?? parseTimestamp(turn.created_at);
}

/** How long a turn's speaker spoke. A stop without its start, or before it, says nothing: null. */
export function measureSpeechMs({ metrics }: Turn): number | null {
	const startMs = parseTimestamp(metrics.started_speaking_at);
	const stopMs = startMs === null ? null : parseTimestamp(metrics.stopped_speaking_at);
	return startMs === null || stopMs === null || stopMs < startMs ? null : stopMs - startMs;
}

/** Seconds from the origin, to the millisecond; what lies before the origin is 0. */
export function toOffsetSeconds(momentMs: number | null, originMs: number | null): number | null {
	if (momentMs === null || originMs === null) return null;
	return Math.max(0, Math.round(momentMs - originMs)) / 1000;
}
