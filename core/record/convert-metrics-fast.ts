import type { TurnMetrics } from '../conversation/turn';
import { isFiniteNumber, isObject } from '../json/json';

/**
 * The metrics of a turn, where they have documented fields of their documented types and nothing
 * else; undefined otherwise. In one walk, for the reason that `convertTurnFast` gives.
 */
export function convertMetricsFast(value: unknown): TurnMetrics | undefined {
	if (!isObject(value)) return undefined;
	let startedSpeakingAt: string | null = null;
	let stoppedSpeakingAt: string | null = null;
	let transcriptionDelay: number | null = null;
	let endOfTurnDelay: number | null = null;
	let onUserTurnCompletedDelay: number | null = null;
	let llmNodeTtft: number | null = null;
	let ttsNodeTtfb: number | null = null;
	let e2eLatency: number | null = null;
	for (const key in value) {
		const field = value[key];
		const isText = field === null || typeof field === 'string';
		const isNumber = field === null || isFiniteNumber(field);
		switch (key) {
			case 'started_speaking_at':
				if (!isText) return undefined;
				startedSpeakingAt = field;
				break;
			case 'stopped_speaking_at':
				if (!isText) return undefined;
				stoppedSpeakingAt = field;
				break;
			case 'transcription_delay':
				if (!isNumber) return undefined;
				transcriptionDelay = field;
				break;
			case 'end_of_turn_delay':
				if (!isNumber) return undefined;
				endOfTurnDelay = field;
				break;
			case 'on_user_turn_completed_delay':
				if (!isNumber) return undefined;
				onUserTurnCompletedDelay = field;
				break;
			case 'llm_node_ttft':
				if (!isNumber) return undefined;
				llmNodeTtft = field;
				break;
			case 'tts_node_ttfb':
				if (!isNumber) return undefined;
				ttsNodeTtfb = field;
				break;
			case 'e2e_latency':
				if (!isNumber) return undefined;
				e2eLatency = field;
				break;
			default:
				return undefined;
		}
	}
	return {
		started_speaking_at: startedSpeakingAt,
		stopped_speaking_at: stoppedSpeakingAt,
		transcription_delay: transcriptionDelay,
		end_of_turn_delay: endOfTurnDelay,
		on_user_turn_completed_delay: onUserTurnCompletedDelay,
		llm_node_ttft: llmNodeTtft,
		tts_node_ttfb: ttsNodeTtfb,
		e2e_latency: e2eLatency,
	};
}
