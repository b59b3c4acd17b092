// The record as parts 2.5 to 2.9 describe it, written down a second time in another way: what core
// reports about a record must be what this finds in it. Everything may be missing or null.
import * as z from 'zod/v4';

const text = z.string().nullish();
const number = z.number().nullish();
const flag = z.boolean().nullish();

const historyEntry = z.object({
	role: text,
	content: text,
	kind: text,
	id: text,
	created_at: text,
	interrupted: flag,
	transcript_confidence: number,
	metrics: z
		.object({
			started_speaking_at: text,
			stopped_speaking_at: text,
			transcription_delay: number,
			end_of_turn_delay: number,
			on_user_turn_completed_delay: number,
			llm_node_ttft: number,
			tts_node_ttfb: number,
			e2e_latency: number,
		})
		.nullish(),
	tool_name: text,
	tool_call_id: text,
	tool_arguments_json: text,
	tool_output: text,
	tool_is_error: flag,
	handoff_to_agent_id: text,
	instructions: text,
	tools_added: z.array(z.string()).nullish(),
});

const shared = {
	agent_id: text,
	audio_url: text,
	audio_url_expires_at: text,
	created_at: text,
	agent_joined_at: text,
	duration_seconds: number,
	history: z.array(historyEntry).nullish(),
	telecom_provider: text,
	from_number: text,
	to_number: text,
	call_sid: text,
	campaign_item_id: text,
	campaign_id: text,
	campaign_name: text,
	url_parameters: z.record(z.string(), z.string().nullable()).nullish(),
	test_run_id: text,
	test_id: text,
	test_status: text,
	test_eval_result: z
		.object({ success: flag, reasons: z.array(z.string()).nullish(), completion_reason: text })
		.nullish(),
	status: text,
	error_message: text,
};

export const recordA = z.object({
	...shared,
	id: text,
	agent_title: text,
	updated_at: text,
	started_at: text,
	ended_at: text,
	called_by_id: text,
	called_by_name: text,
	language_id: text,
	locale_id: text,
	language_locale_code: text,
	rtc_room_name: text,
	rtc_egress_id: text,
	rtc_dispatch_id: text,
	rtc_job_id: text,
	transcription_path: text,
	has_audio: flag,
	room_metadata: z
		.object({
			failed: flag,
			skip_composite_egress: flag,
			error: text,
			operator_invite: z.object({ invite_call_id: text, status: text, reason: text }).nullish(),
		})
		.nullish(),
	synthesized_user_tts_version_id: text,
	synthesized_user_tts_voice_id: text,
	synthesized_user_tts_additional_properties: z
		.array(z.object({ name: text, value: z.unknown() }))
		.nullish(),
	synthesized_audio_path: text,
	synthesized_job_id: text,
	session_token: text,
	agent_audio_url: text,
	user_raw_audio_url: text,
	user_cleaned_audio_url: text,
	synthesized_audio_url: text,
	synthesized_chat_history: z.array(historyEntry).nullish(),
	recording_started_at: text,
});

export const recordB = z.object({
	...shared,
	session_id: text,
	agent_name: text,
	start_time: text,
	room_metadata: z.object({ failed: flag, skipCompositeEgress: flag, error: text }).nullish(),
});

/** Paths of what a record holds that is not of its documented type, written as core writes them. */
export function listWrongPaths(schema: typeof recordA | typeof recordB, record: unknown): string[] {
	const outcome = schema.safeParse(record);
	if (outcome.success) return [];
	return outcome.error.issues
		.map(({ path }) =>
			path
				.map((key) =>
					typeof key === 'number'
						? `[${key}]`
						: /^[A-Za-z_$][\w$]*$/.test(String(key))
							? `.${String(key)}`
							: `[${JSON.stringify(key)}]`,
				)
				.join('')
				.replace(/^\./, ''),
		)
		.sort();
}
