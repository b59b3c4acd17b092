// What programs find in the package; n8n loads the files that package.json names.

/**
 * Reads the body of a delivery, of shape A or B, as the trigger does: without n8n, network and clock.
 * Source: parts 2.4 to 2.9 and 6 of the service's interface document. It never throws for what a body
 * holds. Not checked: who sent it; so `delivery` of the conversation is `null`. `session_token` stays as
 * sent, and so does the record: log neither.
 *
 * @param body Bytes, text, or parsed JSON: `{"event": "ConversationComplete", "data": {…}}`.
 * @param options `events`: names of the events to read. Default, also for an empty list:
 * `ConversationComplete` alone.
 * @example
 * ```ts
 * import { parseDelivery } from 'n8n-nodes-voice-agent';
 *
 * const parsed = parseDelivery('{"event":"ConversationComplete","data":{"agent_title":"Sales"}}');
 * if (parsed.success) console.log(parsed.conversation.agent_title);
 * else console.error(parsed.error.code, parsed.error.message);
 * ```
 */
export declare function parseDelivery(
	body: unknown,
	options?: { events?: readonly string[] },
): ParsedDelivery;

export type ParsedDelivery =
	| {
			success: true;
			/** Name of the event as sent. */
			event: string;
			conversation: ParsedConversation;
			/** `data` as sent. */
			record: Readonly<Record<string, unknown>>;
	  }
	| {
			success: false;
			/** `message` names the field and what is wrong with it, never its value. */
			error: { code: DeliveryErrorCode; message: string };
	  };

/** A conversation as a record gives it: an item may lack fields, and an outcome may be a word of yours. */
export interface ParsedConversation extends Conversation {
	outcome: 'completed' | 'failed' | 'no_answer' | 'operator_invited' | null;
	shape: 'A' | 'B';
	statistics: ConversationStatistics & {
		turn_count: number;
		tool_call_count: number;
		tool_error_count: number;
		interruption_count: number;
	};
	parse_issues: ParseIssue[];
	parse_issue_count: number;
	delivery: null;
}

/** The nodes and credentials, as n8n loads them: they need n8n-workflow, and these types do not. */
export declare const VoiceAgent: new () => object;
export declare const VoiceAgentTrigger: new () => object;
export declare const VoiceAgentOAuth2Api: new () => object;
export declare const VoiceAgentTokenApi: new () => object;

/** Anything that JSON text can hold. */
export type JsonValue =
	| null
	| boolean
	| number
	| string
	| JsonValue[]
	| { [key: string]: JsonValue };

// What follows is generated: npm run docs:generate

/** Why `parseDelivery` could not read a delivery. The codes are stable. */
export type DeliveryErrorCode =
	| 'event-not-wanted'
	| 'no-event'
	| 'record-empty'
	| 'body-not-utf8'
	| 'body-empty'
	| 'body-not-json'
	| 'body-not-an-object'
	| 'event-missing'
	| 'event-not-a-string'
	| 'event-empty'
	| 'data-missing'
	| 'data-not-an-object'
	| 'too-many-turns'
	| 'too-many-elements'
	| 'too-many-keys'
	| 'name-too-long'
	| 'id-too-long'
	| 'nested-too-deep';

/**
 * A conversation of either shape. Every key is always there, also inside objects: `null` for what
 * was not sent, except in turns.
 */
export interface Conversation {
	/** UUID of the conversation. `session_id` in shape B. */
	id: string | null;
	/** Name of the agent. `agent_name` in shape B. */
	agent_title: string | null;
	/** The service's word for the state; see also `outcome`. Sample value: `Pending`. */
	status: string | null;
	/**
	 * What came of the call: `completed` (the other side spoke, and there is no error), `failed`,
	 * `no_answer`, `operator_invited` (the agent asked for a person), a word of Outcome Rules, or
	 * `null` if the record does not tell. See also `answered`.
	 */
	outcome: string | null;
	/**
	 * Names of the tools called, each once, in order: at most 100 of 64 characters. `null` without
	 * a history.
	 */
	tools_used: string[] | null;
	/**
	 * The other side's phone number: `to_number` of an outbound call, else `from_number`, or what
	 * the option Customer Number selects. In E.164 if it can be read, which needs `+`, `00` or the
	 * option Default Country. Otherwise as sent; `null` if withheld. Personal.
	 */
	customer_number: string | null;
	/** Name of who started the call at the service. Not the customer. Shape A only. Personal. */
	called_by_name: string | null;
	/** Caller's phone number. Personal. */
	from_number: string | null;
	/** Called phone number. Personal. */
	to_number: string | null;
	/** When the conversation began: ISO 8601, UTC. `start_time` in shape B. */
	started_at: string | null;
	/** When the conversation ended: ISO 8601, UTC. Shape A only. */
	ended_at: string | null;
	/** Length in seconds, fractions possible. */
	duration_seconds: number | null;
	/** What went wrong, if anything. */
	error_message: string | null;
	/**
	 * What was said, one line a turn, as `Role: text`. Without system turns, tool calls and their
	 * outputs. Empty if nothing was said. Personal.
	 */
	transcript: string | null;
	/** Recording of the whole conversation; ends at `audio_url_expires_at`. Personal. */
	audio_url: string | null;
	/** When `audio_url` stops working: ISO 8601, UTC. */
	audio_url_expires_at: string | null;
	/** UUID of the agent. */
	agent_id: string | null;
	/**
	 * `customer_number` as its own country writes it, such as `(415) 555-0142`; `null` if it could
	 * not be read, or is a number of no country. Personal.
	 */
	customer_number_national: string | null;
	/**
	 * `outbound` if the record has a campaign's id, else `null`: no field says that a call was
	 * inbound. The options Own Numbers and Direction set it.
	 */
	direction: 'inbound' | 'outbound' | null;
	/**
	 * Whether the other side said anything, whatever `outcome` and `status` are. `null` if that
	 * cannot be told: no history, words of an unknown role (option Speakers), or something unread.
	 * `false` without a history: an outbound call that never connected.
	 */
	answered: boolean | null;
	/** The rule of Outcome Rules that made `outcome`; `null` if none did. */
	outcome_reason: OutcomeReason | null;
	/** What is counted and measured in the record. */
	statistics: ConversationStatistics;
	/** UUID of who started the call at the service. Not the customer. Shape A only. Personal. */
	called_by_id: string | null;
	/** Code of language and locale. Shape A only. */
	language_locale_code: string | null;
	/** UUID of the language. Shape A only. */
	language_id: string | null;
	/** UUID of the locale. Shape A only. */
	locale_id: string | null;
	/** Name of the telephony provider. */
	telecom_provider: string | null;
	/** The telephony provider's id of the call. */
	call_sid: string | null;
	/** When the record was created: ISO 8601, UTC. */
	created_at: string | null;
	/** When the record last changed: ISO 8601, UTC. Shape A only. */
	updated_at: string | null;
	/** Whether audio was recorded. Shape A only. */
	has_audio: boolean | null;
	/** Recording of the agent alone. Shape A only. Personal. */
	agent_audio_url: string | null;
	/** Recording of the user alone, unprocessed. Shape A only. Personal. */
	user_raw_audio_url: string | null;
	/** Recording of the user alone, cleaned. Shape A only. Personal. */
	user_cleaned_audio_url: string | null;
	/** When the recording began: ISO 8601, UTC. Shape A only. */
	recording_started_at: string | null;
	/** When the agent joined: ISO 8601, UTC. */
	agent_joined_at: string | null;
	/** Path of the transcript at the service. Shape A only. */
	transcription_path: string | null;
	/** Name of the campaign. */
	campaign_name: string | null;
	/** UUID of the campaign. */
	campaign_id: string | null;
	/** UUID of the campaign's item. */
	campaign_item_id: string | null;
	/** Parameters that the conversation was started with. Personal. */
	url_parameters: Record<string, string | null> | null;
	/** State of the agent test. Sample value: `Initial`. */
	test_status: string | null;
	/** Outcome of the agent test. */
	test_eval_result: TestEvalResult;
	/** UUID of an agent test. */
	test_id: string | null;
	/** UUID of the run of an agent test. */
	test_run_id: string | null;
	/**
	 * The turns, in the order delivered; in the order of time if three or more came newest first.
	 * Personal.
	 */
	history: Turn[] | null;
	/** Turns of the synthesized conversation. Shape A only. Personal. */
	synthesized_chat_history: Turn[] | null;
	/** Each tool call with its output, in the order of the calls. `null` without a history. */
	tool_calls: ToolCall[] | null;
	/** Synthesized recording. Shape A only. Personal. */
	synthesized_audio_url: string | null;
	/** Path of the synthesized audio at the service. Shape A only. */
	synthesized_audio_path: string | null;
	/**
	 * Id of the synthesis job. On the wire, the name has a vendor's word instead of `job`. Shape A
	 * only.
	 */
	synthesized_job_id: string | null;
	/** Information about the media room. */
	room_metadata: RoomMetadata;
	/**
	 * Media room's name. On the wire, the name has a vendor's word instead of `rtc`. Shape A only.
	 */
	rtc_room_name: string | null;
	/**
	 * Id of the recording job. On the wire, the name has a vendor's word instead of `rtc`. Shape A
	 * only.
	 */
	rtc_egress_id: string | null;
	/**
	 * Id of the agent's dispatch. On the wire, the name has a vendor's word instead of `rtc`. Shape
	 * A only.
	 */
	rtc_dispatch_id: string | null;
	/**
	 * Id of the agent's job. On the wire, the name has a vendor's word instead of `rtc`. Shape A
	 * only.
	 */
	rtc_job_id: string | null;
	/** UUID of the synthetic user's voice. Shape A only. */
	synthesized_user_tts_voice_id: string | null;
	/** UUID of the version of that voice's service. Shape A only. */
	synthesized_user_tts_version_id: string | null;
	/** Settings of the synthetic user's voice. Shape A only. */
	synthesized_user_tts_additional_properties: VoiceSetting[] | null;
	/** A token of the session: `null` in every output but Raw. Shape A only. A secret. */
	session_token: string | null;
	/** The delivery and the result of its verification; `null` unless the trigger received it. */
	delivery: Delivery | null;
	/**
	 * Which of the two documented shapes was delivered. If each call comes in both, the option
	 * Ignore Duplicates helps: Same Conversation.
	 */
	shape: 'A' | 'B' | null;
	/**
	 * Data without a field above, with its names and nesting: undocumented fields, values of a
	 * wrong type, and list elements of a wrong type under their index. A turn has its own.
	 * Personal.
	 */
	additional_fields: Record<string, JsonValue> | null;
	/**
	 * The first 50 differences from the documented types and names: once for what is read all the
	 * same; for each value that cannot be read, which is in `additional_fields`. Text that is no
	 * JSON stays in its field.
	 */
	parse_issues: ParseIssue[] | null;
	/** How many `parse_issues` there are, those beyond 50 included. */
	parse_issue_count: number | null;
}

/**  */
export interface OutcomeReason {
	/** Its place among the rules, from 1. */
	rule: number | null;
	/**
	 * The turn that fits, from 0 in the whole history; for a tool, the turn of the call. `null` for
	 * a field of the head.
	 */
	turn_index: number | null;
}

/** The node computes it from the record. */
export interface ConversationStatistics {
	/** Entries of the history. */
	turn_count: number | null;
	/**
	 * Entries of each kind of speaker: `user`, `agent`, `system` and `other`; roles are compared
	 * without regard to case.
	 */
	turn_count_by_role: {
		/** Turns of the user. */
		user: number | null;
		/** Turns of the agent. */
		agent: number | null;
		/** Turns of the system. */
		system: number | null;
		/** Turns of tools, of unknown roles and without a role. */
		other: number | null;
	};
	/** Tool calls, including outputs whose call is not in the history. */
	tool_call_count: number | null;
	/** Tool calls that failed, as the call or its output says. */
	tool_error_count: number | null;
	/** Turns in which the speaker was interrupted. */
	interruption_count: number | null;
	/**
	 * Seconds of speech of `user` and `agent`, from `started_speaking_at` and
	 * `stopped_speaking_at`; `null` if no turn of that speaker has both.
	 */
	speaking_seconds_by_role: {
		/** Seconds in which the user spoke. */
		user: number | null;
		/** Seconds in which the agent spoke. */
		agent: number | null;
	};
	/**
	 * Whether there is a recording: `has_audio` is true, or there is any audio URL; `null` if what
	 * came cannot be read.
	 */
	has_recording: boolean | null;
	/** Figures of `e2e_latency`, in the unit the service uses: none is documented. */
	latency: LatencyStatistics;
}

/** If no turn has the figure, `count` is 0, and the others are `null`. */
export interface LatencyStatistics {
	/** How many turns have the figure. */
	count: number | null;
	/** Middle value; of an even number, the mean of the two in the middle. */
	median: number | null;
	/** 95th percentile by nearest rank. */
	p95: number | null;
	/** Largest value. */
	maximum: number | null;
}

/** The outcome of an agent test. */
export interface TestEvalResult {
	/** Whether the agent passed. */
	success: boolean | null;
	/** Why. Personal. */
	reasons: string[] | null;
	/** Why the test ended. Sample value: `StepsExhausted`. */
	completion_reason: string | null;
}

/**
 * An element of `history` and of `synthesized_chat_history`. It has the fields that were sent with
 * a value, and always `metrics`: a field that is not there gives `undefined`.
 */
export interface Turn {
	/** Who spoke. Sample value: `System`. */
	role?: string;
	/**
	 * What was said, as text. A list of texts, or of parts with `text` or `transcript`, is read as
	 * one text, one line each. Personal.
	 */
	content?: string;
	/** What sort of entry this is. Sample value: `Message`. */
	kind?: string;
	/** The entry's id; its format is not documented. */
	id?: string;
	/** When the entry was created: ISO 8601, UTC. */
	created_at?: string;
	/** Whether the speaker was interrupted. */
	interrupted?: boolean;
	/** How sure the speech recognition was; unit not documented. */
	transcript_confidence?: number;
	/** When the turn was spoken, and how long each stage took; empty if nothing was sent. */
	metrics: TurnMetrics;
	/** Name of the tool called. */
	tool_name?: string;
	/** Connects a tool's output with its call. */
	tool_call_id?: string;
	/** The arguments of the call as JSON text, unchanged. Personal. */
	tool_arguments_json?: string;
	/**
	 * `tool_arguments_json` parsed, or the object that came in its place; missing if the text is
	 * not JSON. `parse_issues` then says so. Personal.
	 */
	tool_arguments?: JsonValue;
	/** What the tool answered, as text. Personal. */
	tool_output?: string;
	/** Whether the tool failed. */
	tool_is_error?: boolean;
	/** The agent that took over; its format is not documented. */
	handoff_to_agent_id?: string;
	/** Instructions given to the agent at this point. Personal. */
	instructions?: string;
	/** Names of the tools the agent was given at this point. */
	tools_added?: string[];
	/**
	 * Data of this entry without a field above, with its names and nesting; missing if there is
	 * none. Personal.
	 */
	additional_fields?: Record<string, JsonValue>;
	/**
	 * Seconds from the start of the recording until the turn began. Only in `history`, and if a
	 * time is known.
	 */
	offset_seconds?: number;
}

/** The service documents no unit of these numbers. */
export interface TurnMetrics {
	/** When the speaker began: ISO 8601, UTC. */
	started_speaking_at?: string;
	/** When the speaker ended: ISO 8601, UTC. */
	stopped_speaking_at?: string;
	/** Delay of the speech recognition; unit not documented. */
	transcription_delay?: number;
	/** Delay until the turn counted as ended; unit not documented. */
	end_of_turn_delay?: number;
	/** Time spent in the hook after the user's turn; unit not documented. */
	on_user_turn_completed_delay?: number;
	/** Time to the language model's first token; unit not documented. */
	llm_node_ttft?: number;
	/** Time to the first byte of speech; unit not documented. */
	tts_node_ttfb?: number;
	/** From the end of the user's turn to the agent's voice; unit not documented. */
	e2e_latency?: number;
}

/** An element of `tool_calls`. */
export interface ToolCall {
	/** Name of the tool. */
	name: string | null;
	/**
	 * Its arguments: an object or a list, else the text as sent; `null` if there are none.
	 * Personal.
	 */
	tool_arguments: JsonValue;
	/** What the tool answered: an object or a list, else the text as sent. Personal. */
	output: JsonValue;
	/** Whether the tool failed; `null` if the service did not say. */
	is_error: boolean | null;
	/** Whether an output came, also an empty one or an error. */
	is_answered: boolean;
	/** The word of the first rule of Outcome Rules for tools that this very call fits. */
	outcome: string | null;
	/** Seconds from the start of the recording until the call; missing if no time is known. */
	offset_seconds?: number;
}

/** Information about the media room. */
export interface RoomMetadata {
	/** Whether the room failed. */
	failed: boolean | null;
	/** Whether no mixed recording was made. `skipCompositeEgress` in shape B. */
	skip_composite_egress: boolean | null;
	/** The room's error. */
	error: string | null;
	/** Invitation of a human operator. Shape A only. */
	operator_invite: OperatorInvite;
}

/** The invitation of a human operator. */
export interface OperatorInvite {
	/** UUID of the operator's call. */
	invite_call_id: string | null;
	/** State of the invitation. Sample value: `Dialing`. */
	status: string | null;
	/** Why the operator was invited, or why it failed: not documented. Personal. */
	reason: string | null;
}

/** A setting of the voice of a synthetic user. */
export interface VoiceSetting {
	/** Name of the setting. */
	name: string | null;
	/** Its value, any JSON. Personal. */
	value: JsonValue;
	/** What else came with the setting. Personal. */
	additional_fields: Record<string, JsonValue> | null;
}

/**
 * `null` unless the trigger received the conversation. What the token says is `null` unless its
 * signature is valid.
 */
export interface Delivery {
	/** Always `accepted`, except in the output Discarded. */
	status: string | null;
	/** What was checked, such as `jwt`; `null` if there was nothing to check. */
	method: string | null;
	/** Whether the checks succeeded; `null` if nothing could be decided. */
	valid: boolean | null;
	/** Why `valid` is not true, as a stable code. */
	reason: string | null;
	/** `iss` of the token. */
	issuer: string | null;
	/** `azp` of the token, else `client_id`, `appid` or `cid`. */
	client: string | null;
	/** `sub` of the token. */
	subject: string | null;
	/** `aud` of the token. */
	audience: string[] | null;
	/**
	 * Fields of the event beside `event` and `data`, up to 16 kB; `null` if there are none.
	 * Personal.
	 */
	envelope: Record<string, JsonValue> | null;
}

/** Values or names that are not as documented, and what is above a limit. */
export interface ParseIssue {
	/**
	 * Path in the record, with the names as delivered: `history[3].metrics.e2e_latency`. For a URL
	 * parameter, `url_parameters[*]`: its name may be personal.
	 */
	path: string;
	/**
	 * The documented type, such as `string` or `ISO 8601 time`. Or the documented name, if it came
	 * under another: `the name agent_title`. Or a limit: `at most 1,000 URL parameters`.
	 */
	expected: string;
	/**
	 * The JSON type that came, maybe with names of fields or what is wrong; `more` for what is left
	 * out above a limit.
	 */
	received: string;
}

// End of what is generated
