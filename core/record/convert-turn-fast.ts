import type { Turn, TurnMetrics } from '../conversation/turn';
import { MAX_LIST_ELEMENTS } from './check-record-limits';
import { convertMetricsFast } from './convert-metrics-fast';
import { MAX_NESTING_LEVELS, copyJson } from '../json/copy-json';
import { isFiniteNumber, isObject, type JsonValue } from '../json/json';
import { parseJsonText } from '../json/parse-json-text';

/**
 * The same as `convertTurn` for an entry that has documented fields of their documented types and
 * nothing else, several times faster: one walk over the fields that are there.
 *
 * @returns undefined for every other entry, which `convertTurn` then reads and reports
 */
export function convertTurnFast(entry: unknown): Turn | undefined {
	if (!isObject(entry)) return undefined;
	let role: string | null = null;
	let content: string | null = null;
	let kind: string | null = null;
	let id: string | null = null;
	let createdAt: string | null = null;
	let interrupted: boolean | null = null;
	let transcriptConfidence: number | null = null;
	let metrics: TurnMetrics | undefined;
	let toolName: string | null = null;
	let toolCallId: string | null = null;
	let toolArgumentsJson: string | null = null;
	let toolArguments: JsonValue | undefined = null;
	let toolOutput: string | null = null;
	let toolIsError: boolean | null = null;
	let handoffToAgentId: string | null = null;
	let instructions: string | null = null;
	let toolsAdded: string[] | null = null;

	// `for in` and `switch` because the engine turns both into loads by position: lists of names
	// and lookups by name cost more than JSON.parse does.
	for (const key in entry) {
		const value = entry[key];
		if (value === null) {
			if (!isTurnField(key)) return undefined;
			continue;
		}
		switch (key) {
			case 'role':
				if (typeof value !== 'string') return undefined;
				role = value;
				break;
			case 'content':
				if (typeof value !== 'string') return undefined;
				content = value;
				break;
			case 'kind':
				if (typeof value !== 'string') return undefined;
				kind = value;
				break;
			case 'id':
				if (typeof value !== 'string') return undefined;
				id = value;
				break;
			case 'created_at':
				if (typeof value !== 'string') return undefined;
				createdAt = value;
				break;
			case 'interrupted':
				if (typeof value !== 'boolean') return undefined;
				interrupted = value;
				break;
			case 'transcript_confidence':
				if (!isFiniteNumber(value)) return undefined;
				transcriptConfidence = value;
				break;
			case 'metrics':
				metrics = convertMetricsFast(value);
				if (metrics === undefined) return undefined;
				break;
			case 'tool_name':
				if (typeof value !== 'string') return undefined;
				toolName = value;
				break;
			case 'tool_call_id':
				if (typeof value !== 'string') return undefined;
				toolCallId = value;
				break;
			case 'tool_arguments_json':
				if (typeof value !== 'string') return undefined;
				toolArgumentsJson = value;
				toolArguments = parseArgumentsFast(value);
				if (toolArguments === undefined) return undefined;
				break;
			case 'tool_output':
				if (typeof value !== 'string') return undefined;
				toolOutput = value;
				break;
			case 'tool_is_error':
				if (typeof value !== 'boolean') return undefined;
				toolIsError = value;
				break;
			case 'handoff_to_agent_id':
				if (typeof value !== 'string') return undefined;
				handoffToAgentId = value;
				break;
			case 'instructions':
				if (typeof value !== 'string') return undefined;
				instructions = value;
				break;
			case 'tools_added':
				if (!isListOfTexts(value)) return undefined;
				toolsAdded = value.slice();
				break;
			default:
				return undefined;
		}
	}
	return {
		role,
		content,
		kind,
		id,
		created_at: createdAt,
		interrupted,
		transcript_confidence: transcriptConfidence,
		metrics: metrics ?? {
			started_speaking_at: null,
			stopped_speaking_at: null,
			transcription_delay: null,
			end_of_turn_delay: null,
			on_user_turn_completed_delay: null,
			llm_node_ttft: null,
			tts_node_ttfb: null,
			e2e_latency: null,
		},
		tool_name: toolName,
		tool_call_id: toolCallId,
		tool_arguments_json: toolArgumentsJson,
		tool_arguments: toolArguments,
		tool_output: toolOutput,
		tool_is_error: toolIsError,
		handoff_to_agent_id: handoffToAgentId,
		instructions,
		tools_added: toolsAdded,
		additional_fields: {},
	};
}

function isTurnField(key: string): boolean {
	switch (key) {
		case 'role':
		case 'content':
		case 'kind':
		case 'id':
		case 'created_at':
		case 'interrupted':
		case 'transcript_confidence':
		case 'metrics':
		case 'tool_name':
		case 'tool_call_id':
		case 'tool_arguments_json':
		case 'tool_output':
		case 'tool_is_error':
		case 'handoff_to_agent_id':
		case 'instructions':
		case 'tools_added':
			return true;
		default:
			return false;
	}
}

/** Undefined where the slow way has something to report or to check. */
function parseArgumentsFast(text: string): JsonValue | undefined {
	if (text.length > MAX_NESTING_LEVELS || text.trim() === '') return undefined;
	const parsed = parseJsonText(text);
	return parsed.success ? copyJson(parsed.value) : undefined;
}

function isListOfTexts(value: unknown): value is readonly string[] {
	return (
		Array.isArray(value) &&
		value.length <= MAX_LIST_ELEMENTS &&
		value.every((element) => typeof element === 'string')
	);
}
