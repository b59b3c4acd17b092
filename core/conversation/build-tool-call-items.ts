import * as z from 'zod/v4-mini';
import type { JsonValue } from '../json/json';
import type { Conversation } from './conversation';
import { declare } from './declare-field';
import { findOriginMs, findTurnMs, toOffsetSeconds } from './find-origin';
import { buildItemHead, itemHeadSchema, type ItemHead } from './item-head';
import { listToolCalls, type ToolCallTurns } from './list-tool-calls';

const text = (description: string) => declare(z.nullable(z.string()), description);
const number = (description: string) => declare(z.nullable(z.number()), description);

/** One tool call with its output, as its own item. */
export const toolCallItemSchema = z.object({
	...itemHeadSchema.shape,
	tool_call_id: text('Connects output and call.'),
	tool_name: text('Name of the tool.'),
	tool_arguments: declare(
		z.custom<JsonValue>(),
		'Arguments of the call, parsed; `null` if there are none or if they are not JSON.',
	),
	tool_arguments_json: text('Arguments of the call as delivered.'),
	tool_output: text('What the tool answered; `null` if no output is in the history.'),
	tool_is_error: declare(
		z.nullable(z.boolean()),
		'Whether the tool failed; `null` if the service did not say.',
	),
	offset_seconds: number('Seconds from the start of the recording until the call.'),
	call_turn_index: number(
		'Place of the call in the history, from 0, as `turn_index`; `null` if only the output is there.',
	),
	output_turn_index: number('Place of the output in the history; `null` if there is none.'),
	called_at: text('When the entry of the call was created: ISO 8601, UTC.'),
	answered_at: text('When the entry of the output was created: ISO 8601, UTC.'),
});

export type ToolCallItem = z.infer<typeof toolCallItemSchema>;

/** Names of the fields of a {@link ToolCallItem}, in order. */
export const TOOL_CALL_ITEM_FIELDS: readonly string[] = Object.keys(toolCallItemSchema.shape);

/** One item for each tool call of the history, in its order; none if there are none. */
export function* buildToolCallItems(conversation: Conversation): Generator<ToolCallItem> {
	const head = buildItemHead(conversation);
	const originMs = findOriginMs(conversation);
	for (const pair of listToolCalls(conversation.history ?? [])) {
		yield { ...head, ...buildToolCall(pair, originMs) };
	}
}

function buildToolCall(
	{ call, output }: ToolCallTurns,
	originMs: number | null,
): Omit<ToolCallItem, keyof ItemHead> {
	const callTurn = call?.turn ?? null;
	const outputTurn = output?.turn ?? null;
	const firstTurn = callTurn ?? outputTurn;
	return {
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
