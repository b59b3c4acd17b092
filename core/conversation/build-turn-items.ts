import type { Conversation } from './conversation';
import { findOriginMs, findTurnMs, toOffsetSeconds } from './find-origin';
import { listKeys } from './list-keys';
import type { Turn } from './turn';

/** One turn as an item of its own. */
export type TurnItem = {
	/** The conversation's id. */
	conversation_id: string | null;
	/** Place in the history, from 0; entries that are no objects are not counted. */
	turn_index: number;
	/** Seconds from the start of the recording until the turn began; `null` where no time is known. */
	offset_seconds: number | null;
} & Turn;

/** Names of the fields of a {@link TurnItem}, in order. */
export const TURN_ITEM_FIELDS = listKeys<TurnItem>({
	conversation_id: true,
	turn_index: true,
	offset_seconds: true,
	role: true,
	content: true,
	kind: true,
	id: true,
	created_at: true,
	interrupted: true,
	transcript_confidence: true,
	metrics: true,
	tool_name: true,
	tool_call_id: true,
	tool_arguments_json: true,
	tool_arguments: true,
	tool_output: true,
	tool_is_error: true,
	handoff_to_agent_id: true,
	instructions: true,
	tools_added: true,
	additional_fields: true,
});

/** One item for each turn of the history, in its order; none where there is no history. */
export function buildTurnItems(conversation: Conversation): TurnItem[] {
	const originMs = findOriginMs(conversation);
	return (conversation.history ?? []).map((turn, index) => ({
		conversation_id: conversation.id,
		turn_index: index,
		offset_seconds: toOffsetSeconds(findTurnMs(turn), originMs),
		...turn,
	}));
}
