import type { JsonValue } from '../json/json';
import type { Conversation } from './conversation';
import { findOriginMs, findTurnMs, toOffsetSeconds } from './find-origin';
import { listKeys } from './list-keys';
import { listToolCalls, type ToolCallTurns } from './list-tool-calls';

/** One tool call with its output, as an item of its own. */
export type ToolCallItem = {
	/** The conversation's id. */
	conversation_id: string | null;
	/** What ties output and call together. */
	tool_call_id: string | null;
	/** Name of the tool. */
	tool_name: string | null;
	/** Arguments of the call, parsed; `null` where there are none or where they are no JSON. */
	tool_arguments: JsonValue;
	/** Arguments of the call as delivered. */
	tool_arguments_json: string | null;
	/** What the tool answered; `null` where no output is in the history. */
	tool_output: string | null;
	/** Whether the tool failed; `null` where the service did not say. */
	tool_is_error: boolean | null;
	/** Seconds from the start of the recording until the call. */
	offset_seconds: number | null;
	/** Place of the call in the history, from 0, as `turn_index`; `null` where only the output is there. */
	call_turn_index: number | null;
	/** Place of the output in the history; `null` where there is none. */
	output_turn_index: number | null;
	/** When the entry of the call was made: ISO 8601, UTC. */
	called_at: string | null;
	/** When the entry of the output was made: ISO 8601, UTC. */
	answered_at: string | null;
};

/** Names of the fields of a {@link ToolCallItem}, in order. */
export const TOOL_CALL_ITEM_FIELDS = listKeys<ToolCallItem>({
	conversation_id: true,
	tool_call_id: true,
	tool_name: true,
	tool_arguments: true,
	tool_arguments_json: true,
	tool_output: true,
	tool_is_error: true,
	offset_seconds: true,
	call_turn_index: true,
	output_turn_index: true,
	called_at: true,
	answered_at: true,
});

/** One item for each tool call of the history, in its order; none where there are none. */
export function buildToolCallItems(conversation: Conversation): ToolCallItem[] {
	const originMs = findOriginMs(conversation);
	return listToolCalls(conversation.history ?? []).map((pair) =>
		buildItem(pair, conversation.id, originMs),
	);
}

function buildItem(
	{ call, output }: ToolCallTurns,
	conversationId: string | null,
	originMs: number | null,
): ToolCallItem {
	const callTurn = call?.turn ?? null;
	const outputTurn = output?.turn ?? null;
	const firstTurn = callTurn ?? outputTurn;
	return {
		conversation_id: conversationId,
		tool_call_id: firstTurn?.tool_call_id ?? null,
		tool_name: callTurn?.tool_name ?? outputTurn?.tool_name ?? null,
		tool_arguments: callTurn?.tool_arguments ?? null,
		tool_arguments_json: callTurn?.tool_arguments_json ?? null,
		tool_output: outputTurn?.tool_output ?? null,
		tool_is_error: outputTurn?.tool_is_error ?? callTurn?.tool_is_error ?? null,
		offset_seconds: toOffsetSeconds(firstTurn === null ? null : findTurnMs(firstTurn), originMs),
		call_turn_index: call?.index ?? null,
		output_turn_index: output?.index ?? null,
		called_at: callTurn?.created_at ?? null,
		answered_at: outputTurn?.created_at ?? null,
	};
}
