// The interface document's tables (parts 2.5 to 2.9), written down a second time on purpose: a field that
// the generator loses or renames fails here.

type Check = (value: unknown) => boolean;
type Fields = Record<string, Check>;

const text: Check = (value) => typeof value === 'string' && value !== '';
const uuid: Check = (value) =>
	text(value) && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(value));
const timestamp: Check = (value) =>
	text(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(String(value));
const number: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const boolean: Check = (value) => typeof value === 'boolean';
const url: Check = (value) => text(value) && URL.canParse(String(value));
const phone: Check = (value) => text(value) && /^\+1\d{3}55501\d\d$/.test(String(value));
const json: Check = (value) => text(value) && typeof JSON.parse(String(value)) === 'object';
const listOf =
	(check: Check): Check =>
	(value) =>
		Array.isArray(value) && value.length > 0 && value.every(check);
const objectOf =
	(fields: Fields): Check =>
	(value) => {
		const entries = new Map(Object.entries(Object(value)));
		return (
			entries.size === Object.keys(fields).length &&
			Object.entries(fields).every(([name, check]) => check(entries.get(name)))
		);
	};
const textMap: Check = (value) => listOf(text)(Object.values(Object(value)));

const testEvaluation = objectOf({
	success: boolean,
	reasons: listOf(text),
	completion_reason: text,
});

const entries = listOf((value) => text(Object(value).role) && text(Object(value).kind));

/** Part 2.6, metrics. */
export const metricsFields: Fields = {
	started_speaking_at: timestamp,
	stopped_speaking_at: timestamp,
	transcription_delay: number,
	end_of_turn_delay: number,
	on_user_turn_completed_delay: number,
	llm_node_ttft: number,
	tts_node_ttfb: number,
	e2e_latency: number,
};

/** Part 2.6. */
export const historyFields: Fields = {
	role: text,
	content: text,
	kind: text,
	id: text,
	created_at: timestamp,
	interrupted: boolean,
	transcript_confidence: number,
	metrics: (value) => Object.keys(Object(value)).every((name) => name in metricsFields),
	tool_name: text,
	tool_call_id: text,
	tool_arguments_json: json,
	tool_output: text,
	tool_is_error: boolean,
	handoff_to_agent_id: text,
	instructions: text,
	tools_added: listOf(text),
};

const sharedFields: Fields = {
	agent_id: uuid,
	status: text,
	error_message: text,
	created_at: timestamp,
	agent_joined_at: timestamp,
	duration_seconds: number,
	telecom_provider: text,
	from_number: phone,
	to_number: phone,
	call_sid: text,
	history: entries,
	audio_url: url,
	audio_url_expires_at: timestamp,
	campaign_item_id: uuid,
	campaign_id: uuid,
	campaign_name: text,
	url_parameters: textMap,
	test_run_id: uuid,
	test_id: uuid,
	test_status: text,
	test_eval_result: testEvaluation,
};

/** Parts 2.5, 2.7 and 2.8. */
export const shapeAFields: Fields = {
	...sharedFields,
	id: uuid,
	agent_title: text,
	updated_at: timestamp,
	started_at: timestamp,
	ended_at: timestamp,
	called_by_id: uuid,
	called_by_name: text,
	language_id: uuid,
	locale_id: uuid,
	language_locale_code: text,
	rtc_room_name: text,
	rtc_egress_id: text,
	rtc_dispatch_id: text,
	rtc_job_id: text,
	transcription_path: text,
	has_audio: boolean,
	room_metadata: objectOf({
		failed: boolean,
		skip_composite_egress: boolean,
		error: text,
		operator_invite: objectOf({ invite_call_id: uuid, status: text, reason: text }),
	}),
	synthesized_user_tts_version_id: uuid,
	synthesized_user_tts_voice_id: uuid,
	synthesized_user_tts_additional_properties: listOf((value) => {
		const { name, value: content }: { name?: unknown; value?: unknown } = Object(value);
		return text(name) && content !== undefined;
	}),
	synthesized_audio_path: text,
	synthesized_job_id: text,
	session_token: text,
	agent_audio_url: url,
	user_raw_audio_url: url,
	user_cleaned_audio_url: url,
	synthesized_audio_url: url,
	synthesized_chat_history: entries,
	recording_started_at: timestamp,
};

/** Parts 2.9, 2.7 and 2.8. */
export const shapeBFields: Fields = {
	...sharedFields,
	session_id: uuid,
	agent_name: text,
	start_time: timestamp,
	room_metadata: objectOf({ failed: boolean, skipCompositeEgress: boolean, error: text }),
};
