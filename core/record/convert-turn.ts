import type { Turn, TurnMetrics } from '../conversation/turn';
import { FieldReader } from './field-reader';
import { isObject } from '../json/json';
import type { ParseLog } from './parse-log';
import { parseToolArguments } from './parse-tool-arguments';

/**
 * Converts one history entry, whatever is in it. Fields of a wrong type are logged and kept in the
 * turn's `additional_fields`. Source: part 2.6.
 *
 * @param path where the entry stands in the record, for the log
 * @returns undefined where the entry is no object
 */
export function convertTurn(entry: unknown, path: string, log: ParseLog): Turn | undefined {
	if (!isObject(entry)) return undefined;
	const reader = new FieldReader(entry, path, log);
	const toolArgumentsJson = reader.text('tool_arguments_json');
	return {
		role: reader.text('role'),
		content: reader.text('content'),
		kind: reader.text('kind'),
		id: reader.text('id'),
		created_at: reader.text('created_at'),
		interrupted: reader.flag('interrupted'),
		transcript_confidence: reader.number('transcript_confidence'),
		metrics: convertMetrics(reader.nested('metrics')),
		tool_name: reader.text('tool_name'),
		tool_call_id: reader.text('tool_call_id'),
		tool_arguments_json: toolArgumentsJson,
		tool_arguments: parseToolArguments(toolArgumentsJson, path, log),
		tool_output: reader.text('tool_output'),
		tool_is_error: reader.flag('tool_is_error'),
		handoff_to_agent_id: reader.text('handoff_to_agent_id'),
		instructions: reader.text('instructions'),
		tools_added: reader.texts('tools_added'),
		additional_fields: reader.leftovers(),
	};
}

function convertMetrics(reader: FieldReader): TurnMetrics {
	return {
		started_speaking_at: reader.text('started_speaking_at'),
		stopped_speaking_at: reader.text('stopped_speaking_at'),
		transcription_delay: reader.number('transcription_delay'),
		end_of_turn_delay: reader.number('end_of_turn_delay'),
		on_user_turn_completed_delay: reader.number('on_user_turn_completed_delay'),
		llm_node_ttft: reader.number('llm_node_ttft'),
		tts_node_ttfb: reader.number('tts_node_ttfb'),
		e2e_latency: reader.number('e2e_latency'),
	};
}
