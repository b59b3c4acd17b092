import { isSent } from '../json';
import { isFilled, saysAnything } from '../text';
import { type Conversation, URL_FIELDS } from './conversation';
import { measureSpeechMs } from './find-origin';
import type { SpeakerGroup, Speakers } from './speakers';
import { hasFailed, type ToolCallTurns } from './tool-calls';

/** Figures that core computes of every record. A conversation read from an item may have `null` instead. */
type Statistics = Conversation['statistics'] & {
	turn_count: number;
	tool_call_count: number;
	tool_error_count: number;
	interruption_count: number;
};

export function measureConversation(
	conversation: Conversation,
	toolCalls: readonly ToolCallTurns[],
	speakers: Speakers,
): Statistics {
	const history = conversation.history ?? [];
	const turnCounts = { user: 0, agent: 0, system: 0, other: 0 };
	const speechMs: Partial<Record<SpeakerGroup, number>> = {};
	const latencies: number[] = [];
	let interruptionCount = 0;
	for (const turn of history) {
		const group = speakers.group(turn.role);
		turnCounts[group === 'tool' ? 'other' : group] += 1;
		const spokenMs = measureSpeechMs(turn);
		if (spokenMs !== null) speechMs[group] = (speechMs[group] ?? 0) + spokenMs;
		if (turn.interrupted === true) interruptionCount += 1;
		if (isSent(turn.metrics.e2e_latency)) latencies.push(turn.metrics.e2e_latency);
	}
	return {
		turn_count: history.length,
		turn_count_by_role: turnCounts,
		tool_call_count: toolCalls.length,
		tool_error_count: toolCalls.filter(hasFailed).length,
		interruption_count: interruptionCount,
		speaking_seconds_by_role: {
			user: toSeconds(speechMs.user),
			agent: toSeconds(speechMs.agent),
		},
		has_recording: findRecording(conversation),
		latency: measureLatency(latencies),
	};
}

export function measureLatency(values: readonly number[]): Conversation['statistics']['latency'] {
	const sorted = new Float64Array(values).sort();
	const count = sorted.length;
	const at = (index: number) => sorted[index] ?? null;
	const low = at(Math.floor((count - 1) / 2));
	const high = at(Math.floor(count / 2));
	return {
		count,
		// Halves first, since 1e308 + 1e308 is Infinity.
		median: low === null || high === null ? null : round(low === high ? low : low / 2 + high / 2),
		p95: round(at(Math.ceil(count * 0.95) - 1)),
		maximum: round(at(count - 1)),
	};
}

/** `null` if a recording may have been sent in a form that cannot be read, such as a list of links. */
function findRecording(conversation: Conversation): boolean | null {
	const { has_audio, additional_fields: unread } = conversation;
	const fields = Object.values(URL_FIELDS);
	if (has_audio === true || fields.some((field) => isFilled(conversation[field]))) return true;
	return ['has_audio', ...fields].some((field) => saysAnything(unread?.[field])) ? null : false;
}

function toSeconds(milliseconds: number | undefined): number | null {
	return milliseconds === undefined ? null : Math.round(milliseconds) / 1000;
}

/** Values beyond this have no thousandths. */
const MAX_ROUNDED = Number.MAX_SAFE_INTEGER / 1000;

/** To thousandths: more decimals are noise of the arithmetic. */
function round(value: number | null): number | null {
	if (value === null || Math.abs(value) > MAX_ROUNDED) return value;
	return Math.round(value * 1000) / 1000;
}
