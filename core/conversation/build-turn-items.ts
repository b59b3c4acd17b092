import type { Conversation } from './conversation';
import { findOriginMs, findTurnMs, toOffsetSeconds } from './find-origin';
import { listKeys } from './list-keys';
import type { JsonObject } from '../json/json';
import type { Turn, TurnMetrics } from './turn';

/** Every field of a part of a conversation, `null` if the service sent none. */
type Complete<Part> = { [Field in keyof Part]-?: NonNullable<Part[Field]> | null };

/** One turn as an item of its own: every column, `null` if the service sent no value. */
export type TurnItem = {
	/** The conversation's id. */
	conversation_id: string | null;
	/** Place in the history, from 0; entries that are no objects are not counted. */
	turn_index: number;
	/** Seconds from the start of the recording until the turn began; `null` where no time is known. */
	offset_seconds: number | null;
	/** Times of the turn, each column. */
	metrics: Complete<TurnMetrics>;
	/** What came in this entry and has no column. */
	additional_fields: JsonObject;
} & Omit<Complete<Turn>, 'metrics' | 'additional_fields'>;

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

const NO_METRICS: Complete<TurnMetrics> = {
	started_speaking_at: null,
	stopped_speaking_at: null,
	transcription_delay: null,
	end_of_turn_delay: null,
	on_user_turn_completed_delay: null,
	llm_node_ttft: null,
	tts_node_ttfb: null,
	e2e_latency: null,
};

/** One item for each turn of the history, in its order; none where there is no history. */
export function buildTurnItems(conversation: Conversation): TurnItem[] {
	const originMs = findOriginMs(conversation);
	return (conversation.history ?? []).map((turn, index) => ({
		conversation_id: conversation.id,
		turn_index: index,
		offset_seconds: toOffsetSeconds(findTurnMs(turn), originMs),
		role: turn.role ?? null,
		content: turn.content ?? null,
		kind: turn.kind ?? null,
		id: turn.id ?? null,
		created_at: turn.created_at ?? null,
		interrupted: turn.interrupted ?? null,
		transcript_confidence: turn.transcript_confidence ?? null,
		metrics: { ...NO_METRICS, ...turn.metrics },
		tool_name: turn.tool_name ?? null,
		tool_call_id: turn.tool_call_id ?? null,
		tool_arguments_json: turn.tool_arguments_json ?? null,
		tool_arguments: turn.tool_arguments ?? null,
		tool_output: turn.tool_output ?? null,
		tool_is_error: turn.tool_is_error ?? null,
		handoff_to_agent_id: turn.handoff_to_agent_id ?? null,
		instructions: turn.instructions ?? null,
		tools_added: turn.tools_added ?? null,
		additional_fields: turn.additional_fields ?? {},
	}));
}
