import type { RecordShape } from './detect-shape';
import type { JsonObject, JsonValue } from '../json/json';
import type { ParseIssue } from './parse-issue';
import type { ConversationSummary } from './conversation-summary';
import type { DeliveryVerdict } from './delivery-verdict';
import type { Turn } from './turn';

/**
 * The canonical conversation: the names and the whole of the fields of shape A, for both shapes.
 *
 * Every key is always there, also inside the objects. What the service did not send is `null`;
 * lists and maps of free names are `null` too, never empty in its stead. Value sets of `status` and
 * the like are not documented: values pass unchanged. Formats of ids and times are not checked.
 */
export type Conversation = {
	/** Which shape was delivered: A (part 2.5) or B (part 2.9). */
	shape: RecordShape;
	/** UUID of the conversation; `session_id` in shape B. Parts 2.5, 2.9. */
	id: string | null;
	/** UUID of the agent. Parts 2.5, 2.9. */
	agent_id: string | null;
	/** Name of the agent; `agent_name` in shape B. Parts 2.5, 2.9. */
	agent_title: string | null;
	/** State of the conversation. Sample value: Pending. Parts 2.5, 2.9, 3. */
	status: string | null;
	/** When the record was made: ISO 8601, UTC. Parts 2.5, 2.9. */
	created_at: string | null;
	/** When the record last changed: ISO 8601, UTC. Shape A only. Part 2.5. */
	updated_at: string | null;
	/** When the conversation began: ISO 8601, UTC; `start_time` in shape B. Parts 2.5, 2.9. */
	started_at: string | null;
	/** When the conversation ended: ISO 8601, UTC. Shape A only. Part 2.5. */
	ended_at: string | null;
	/** Length in seconds, fractions possible. Parts 2.5, 2.9. */
	duration_seconds: number | null;
	/** What went wrong, if anything. Parts 2.5, 2.9. */
	error_message: string | null;
	/** UUID of who called. Shape A only. Part 2.5. */
	called_by_id: string | null;
	/** Name of who called. Shape A only. Part 2.5. */
	called_by_name: string | null;
	/** UUID of the language. Shape A only. Part 2.5. */
	language_id: string | null;
	/** UUID of the locale. Shape A only. Part 2.5. */
	locale_id: string | null;
	/** Code of language and locale. Shape A only. Part 2.5. */
	language_locale_code: string | null;
	/** Media room's name; the wire has a vendor's word in place of `rtc`. Shape A only. Part 2.5. */
	rtc_room_name: string | null;
	/** Id of the recording job; a vendor's word in place of `rtc`. Shape A only. Part 2.5. */
	rtc_egress_id: string | null;
	/** Id of the agent's dispatch; a vendor's word in place of `rtc`. Shape A only. Part 2.5. */
	rtc_dispatch_id: string | null;
	/** Id of the agent's job; a vendor's word in place of `rtc`. Shape A only. Part 2.5. */
	rtc_job_id: string | null;
	/** Where the service keeps the transcript. Shape A only. Part 2.5. */
	transcription_path: string | null;
	/** Whether audio was recorded. Shape A only. Part 2.5. */
	has_audio: boolean | null;
	/** Name of the telephony provider. Parts 2.5, 2.9. */
	telecom_provider: string | null;
	/** Caller's phone number. Parts 2.5, 2.9. */
	from_number: string | null;
	/** Called phone number. Parts 2.5, 2.9. */
	to_number: string | null;
	/** The telephony provider's id of the call. Parts 2.5, 2.9. */
	call_sid: string | null;
	/** UUID of the run of an agent test. Parts 2.5, 2.9. */
	test_run_id: string | null;
	/** UUID of an agent test. Parts 2.5, 2.9. */
	test_id: string | null;
	/** State of the agent test. Sample value: Initial. Parts 2.5, 2.9, 3. */
	test_status: string | null;
	/** Outcome of the agent test. Part 2.7. */
	test_eval_result: TestEvalResult;
	/** What is known of the media room. Part 2.8. */
	room_metadata: RoomMetadata;
	/** UUID of the version of the synthetic user's voice service. Shape A only. Part 2.5. */
	synthesized_user_tts_version_id: string | null;
	/** UUID of the synthetic user's voice. Shape A only. Part 2.5. */
	synthesized_user_tts_voice_id: string | null;
	/** Settings of the synthetic user's voice. Shape A only. Part 2.5. */
	synthesized_user_tts_additional_properties: TtsProperty[] | null;
	/** Where the service keeps the synthesized audio. Shape A only. Part 2.5. */
	synthesized_audio_path: string | null;
	/** Id of the synthesis job; a vendor's word in place of `job`. Shape A only. Part 2.5. */
	synthesized_job_id: string | null;
	/** A secret of the session. The nodes emit `null` unless asked. Shape A only. Part 2.5. */
	session_token: string | null;
	/** The turns, in the order delivered. Parts 2.5, 2.6, 2.9. */
	history: Turn[] | null;
	/** Recording of the whole conversation; ends at `audio_url_expires_at`. Parts 2.5, 2.9. */
	audio_url: string | null;
	/** When `audio_url` stops working: ISO 8601, UTC. Parts 2.5, 2.9. */
	audio_url_expires_at: string | null;
	/** Recording of the agent alone. Shape A only. Part 2.5. */
	agent_audio_url: string | null;
	/** Recording of the user alone, as it came. Shape A only. Part 2.5. */
	user_raw_audio_url: string | null;
	/** Recording of the user alone, cleaned. Shape A only. Part 2.5. */
	user_cleaned_audio_url: string | null;
	/** Synthesized recording. Shape A only. Part 2.5. */
	synthesized_audio_url: string | null;
	/** Turns of the synthesized conversation. Shape A only. Parts 2.5, 2.6. */
	synthesized_chat_history: Turn[] | null;
	/** When the agent joined: ISO 8601, UTC. Parts 2.5, 2.9. */
	agent_joined_at: string | null;
	/** When the recording began: ISO 8601, UTC. Shape A only. Part 2.5. */
	recording_started_at: string | null;
	/** UUID of the campaign's item. Parts 2.5, 2.9. */
	campaign_item_id: string | null;
	/** UUID of the campaign. Parts 2.5, 2.9. */
	campaign_id: string | null;
	/** Name of the campaign. Parts 2.5, 2.9. */
	campaign_name: string | null;
	/** Parameters that the conversation was started with. Parts 2.5, 2.9. */
	url_parameters: Record<string, string | null> | null;
	/** What is worked out from the record: not part of the interface. */
	summary: ConversationSummary;
	/** How the delivery was authenticated; `null` unless the trigger received it. */
	delivery: DeliveryVerdict | null;
	/**
	 * What came and has no place above, under the names and in the nesting it had: undocumented
	 * fields, values of a wrong type, and list elements of a wrong type under their index. What
	 * belongs to a turn is in the turn's own `additional_fields`.
	 */
	additional_fields: JsonObject;
	/** What was not of its documented type, the first 50. The values are in `additional_fields`. */
	parse_issues: ParseIssue[];
	/** How many values were not of their documented type. */
	parse_issue_count: number;
};

/** Outcome of an agent test: part 2.7. */
export type TestEvalResult = {
	/** Whether the agent passed. Part 2.7. */
	success: boolean | null;
	/** Why. Part 2.7. */
	reasons: string[] | null;
	/** Why the test ended. Sample value: StepsExhausted. Parts 2.7, 3. */
	completion_reason: string | null;
};

/** What is known of the media room: part 2.8. */
export type RoomMetadata = {
	/** Whether the room failed. Part 2.8. */
	failed: boolean | null;
	/** Whether no mixed recording was made; `skipCompositeEgress` in shape B. Part 2.8. */
	skip_composite_egress: boolean | null;
	/** The room's error. Part 2.8. */
	error: string | null;
	/** Invitation of a human operator. Shape A only. Part 2.8. */
	operator_invite: OperatorInvite;
};

/** Invitation of a human operator: part 2.8. */
export type OperatorInvite = {
	/** UUID of the operator's call. Part 2.8. */
	invite_call_id: string | null;
	/** State of the invitation. Sample value: Dialing. Parts 2.8, 3. */
	status: string | null;
	/** Why the operator was invited, or why it failed: not documented. Part 2.8. */
	reason: string | null;
};

/** One setting of the synthetic user's voice: part 2.5. */
export type TtsProperty = {
	/** Name of the setting. Part 2.5. */
	name: string | null;
	/** Its value, any JSON. Part 2.5. */
	value: JsonValue;
	/** What else came with the setting. */
	additional_fields: JsonObject;
};
