import { isSent } from '../json';
import { parseTimestamp } from '../time';
import type { Conversation } from './conversation';
import type { Turn } from './turn';

/** The moment from which offsets are counted, in milliseconds since 1970. */
export function findOriginMs(conversation: Conversation): number | null {
	const { recording_started_at, agent_joined_at, started_at, history } = conversation;
	const ofHead = [recording_started_at, agent_joined_at, started_at].map(parseTimestamp);
	const firstTimed = () => history?.find((turn) => findTurnMs(turn) !== null);
	return ofHead.find(isSent) ?? findTurnMs(firstTimed() ?? { metrics: {} });
}

/** States in each turn when it began, unless the turn states that itself. */
export function setOffsets(conversation: Conversation): void {
	const originMs = findOriginMs(conversation);
	for (const turn of conversation.history ?? []) {
		const offset = turn.offset_seconds ?? toOffsetSeconds(findTurnMs(turn), originMs);
		if (offset !== null) turn.offset_seconds = offset;
	}
}

export function findTurnMs(turn: Turn): number | null {
	return parseTimestamp(turn.metrics.started_speaking_at) ?? parseTimestamp(turn.created_at);
}

export function measureSpeechMs({ metrics }: Turn): number | null {
	const startMs = parseTimestamp(metrics.started_speaking_at);
	const stopMs = startMs === null ? null : parseTimestamp(metrics.stopped_speaking_at);
	return startMs === null || stopMs === null || stopMs < startMs ? null : stopMs - startMs;
}

/** When the speech of a turn ended, counted as its offset is: a stated offset may count from another origin. */
export function findStopSeconds(turn: Turn, originMs: number | null): number | null {
	const { offset_seconds: offset } = turn;
	const speechMs = measureSpeechMs(turn);
	if (offset === undefined || speechMs === null) return null;
	const turnMs = findTurnMs(turn);
	const isCounted = turnMs !== null && toOffsetSeconds(turnMs, originMs) === offset;
	if (isCounted) return toOffsetSeconds(turnMs + speechMs, originMs);
	return toOffsetSeconds(offset * 1000 + speechMs, 0);
}

/** Longer texts are no number. */
const MAX_DURATION_CHARACTERS = 32;

/** The duration, also if it was sent as text such as `"12.5"`; NaN without a duration. */
export function readDurationSeconds(conversation: Conversation): number {
	const { duration_seconds, additional_fields } = conversation;
	const sent = duration_seconds ?? additional_fields?.duration_seconds;
	if (typeof sent === 'number') return sent;
	if (typeof sent !== 'string' || sent.length > MAX_DURATION_CHARACTERS) return NaN;
	return sent.trim() !== '' && Number.isFinite(Number(sent)) ? Number(sent) : NaN;
}

/** Rounded to milliseconds; 0 for a moment before the origin. */
export function toOffsetSeconds(momentMs: number | null, originMs: number | null): number | null {
	if (momentMs === null || originMs === null) return null;
	return Math.max(0, Math.round(momentMs - originMs)) / 1000;
}
