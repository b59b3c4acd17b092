import type { JsonObject, JsonValue } from '../json/json';

/**
 * One entry of a conversation's history: part 2.6. A field that the service did not send, or sent as
 * `null`, may be missing; `metrics` is always there. Value sets of `role` and `kind` are not
 * documented: values pass unchanged.
 */
export type Turn = {
	/** Who spoke. Sample value: System. Part 2.6. */
	role?: string | null;
	/** What was said, as text. Part 2.6. */
	content?: string | null;
	/** What sort of entry this is. Sample value: Message. Part 2.6. */
	kind?: string | null;
	/** The entry's id; its format is not documented. Part 2.6. */
	id?: string | null;
	/** When the entry was made: ISO 8601, UTC. Part 2.6. */
	created_at?: string | null;
	/** Whether the speaker was interrupted. Part 2.6. */
	interrupted?: boolean | null;
	/** How sure the speech recognition was; unit not documented. Part 2.6. */
	transcript_confidence?: number | null;
	/** When the turn was spoken, and how long each stage took. Part 2.6. */
	metrics: TurnMetrics;
	/** Name of the tool called. Part 2.6. */
	tool_name?: string | null;
	/** Ties a tool's output to its call. Part 2.6. */
	tool_call_id?: string | null;
	/** The arguments of the call as JSON text, unchanged. Part 2.6. */
	tool_arguments_json?: string | null;
	/**
	 * `tool_arguments_json` parsed: derived, not part of the interface. `null` where there is none or
	 * where the text is no JSON, which `parse_issues` then says.
	 */
	tool_arguments?: JsonValue;
	/** What the tool answered, as text. Part 2.6. */
	tool_output?: string | null;
	/** Whether the tool failed. Part 2.6. */
	tool_is_error?: boolean | null;
	/** The agent that took over; its format is not documented. Part 2.6. */
	handoff_to_agent_id?: string | null;
	/** Instructions given to the agent at this point. Part 2.6. */
	instructions?: string | null;
	/** Names of the tools the agent was given at this point. Part 2.6. */
	tools_added?: string[] | null;
	/** What came in this entry and has no place above, under the names and in the nesting it had. */
	additional_fields?: JsonObject;
};

/** Times of one turn: part 2.6. The units of the numbers are not documented. */
export type TurnMetrics = {
	/** When the speaker began: ISO 8601, UTC. Part 2.6. */
	started_speaking_at?: string | null;
	/** When the speaker ended: ISO 8601, UTC. Part 2.6. */
	stopped_speaking_at?: string | null;
	/** Delay of the speech recognition; unit not documented. Part 2.6. */
	transcription_delay?: number | null;
	/** Delay until the turn counted as ended; unit not documented. Part 2.6. */
	end_of_turn_delay?: number | null;
	/** Time spent in the hook after the user's turn; unit not documented. Part 2.6. */
	on_user_turn_completed_delay?: number | null;
	/** Time to the language model's first token; unit not documented. Part 2.6. */
	llm_node_ttft?: number | null;
	/** Time to the first byte of speech; unit not documented. Part 2.6. */
	tts_node_ttfb?: number | null;
	/** From the end of the user's turn to the agent's voice; unit not documented. Part 2.6. */
	e2e_latency?: number | null;
};

/** Whether the service sent a value for a field of a turn. */
export function isSent<Value>(value: Value): value is NonNullable<Value> {
	return value !== undefined && value !== null;
}
