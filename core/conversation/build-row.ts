import { hasOwn, setOwn, type UnknownObject } from '../json/json';
import type { Conversation } from './conversation';

/** A value that fits a cell. */
export type Scalar = string | number | boolean | null;

/** One flat item. */
export type Row = { [column: string]: Scalar };

/** Whether an item is a {@link Row}, whole or with columns left out: it has no turns. */
export function isRow(item: UnknownObject): boolean {
	return hasOwn(item, 'summary_transcript') || hasOwn(item, 'summary_turn_count');
}

/** Every column of a row: what it holds. A list becomes text, one element a line. */
const CELLS: { readonly [column: string]: (conversation: Conversation) => Scalar } = {
	shape: (it) => it.shape,
	id: (it) => it.id,
	agent_id: (it) => it.agent_id,
	agent_title: (it) => it.agent_title,
	status: (it) => it.status,
	created_at: (it) => it.created_at,
	updated_at: (it) => it.updated_at,
	started_at: (it) => it.started_at,
	ended_at: (it) => it.ended_at,
	duration_seconds: (it) => it.duration_seconds,
	error_message: (it) => it.error_message,
	called_by_id: (it) => it.called_by_id,
	called_by_name: (it) => it.called_by_name,
	language_id: (it) => it.language_id,
	locale_id: (it) => it.locale_id,
	language_locale_code: (it) => it.language_locale_code,
	rtc_room_name: (it) => it.rtc_room_name,
	rtc_egress_id: (it) => it.rtc_egress_id,
	rtc_dispatch_id: (it) => it.rtc_dispatch_id,
	rtc_job_id: (it) => it.rtc_job_id,
	transcription_path: (it) => it.transcription_path,
	has_audio: (it) => it.has_audio,
	telecom_provider: (it) => it.telecom_provider,
	from_number: (it) => it.from_number,
	to_number: (it) => it.to_number,
	call_sid: (it) => it.call_sid,
	test_run_id: (it) => it.test_run_id,
	test_id: (it) => it.test_id,
	test_status: (it) => it.test_status,
	test_eval_success: (it) => it.test_eval_result.success,
	test_eval_reasons: (it) => joinLines(it.test_eval_result.reasons),
	test_eval_completion_reason: (it) => it.test_eval_result.completion_reason,
	room_metadata_failed: (it) => it.room_metadata.failed,
	room_metadata_skip_composite_egress: (it) => it.room_metadata.skip_composite_egress,
	room_metadata_error: (it) => it.room_metadata.error,
	operator_invite_call_id: (it) => it.room_metadata.operator_invite.invite_call_id,
	operator_invite_status: (it) => it.room_metadata.operator_invite.status,
	operator_invite_reason: (it) => it.room_metadata.operator_invite.reason,
	synthesized_user_tts_version_id: (it) => it.synthesized_user_tts_version_id,
	synthesized_user_tts_voice_id: (it) => it.synthesized_user_tts_voice_id,
	synthesized_audio_path: (it) => it.synthesized_audio_path,
	synthesized_job_id: (it) => it.synthesized_job_id,
	session_token: (it) => it.session_token,
	audio_url: (it) => it.audio_url,
	audio_url_expires_at: (it) => it.audio_url_expires_at,
	agent_audio_url: (it) => it.agent_audio_url,
	user_raw_audio_url: (it) => it.user_raw_audio_url,
	user_cleaned_audio_url: (it) => it.user_cleaned_audio_url,
	synthesized_audio_url: (it) => it.synthesized_audio_url,
	agent_joined_at: (it) => it.agent_joined_at,
	recording_started_at: (it) => it.recording_started_at,
	campaign_item_id: (it) => it.campaign_item_id,
	campaign_id: (it) => it.campaign_id,
	campaign_name: (it) => it.campaign_name,
	summary_transcript: (it) => it.summary.transcript,
	summary_turn_count: (it) => it.summary.turn_count,
	summary_turn_count_user: (it) => it.summary.turn_count_by_role.user,
	summary_turn_count_agent: (it) => it.summary.turn_count_by_role.agent,
	summary_turn_count_system: (it) => it.summary.turn_count_by_role.system,
	summary_turn_count_other: (it) => it.summary.turn_count_by_role.other,
	summary_tool_call_count: (it) => it.summary.tool_call_count,
	summary_tool_error_count: (it) => it.summary.tool_error_count,
	summary_interruption_count: (it) => it.summary.interruption_count,
	summary_speaking_seconds_user: (it) => it.summary.speaking_seconds_by_role.user,
	summary_speaking_seconds_agent: (it) => it.summary.speaking_seconds_by_role.agent,
	summary_has_recording: (it) => it.summary.has_recording,
	summary_latency_count: (it) => it.summary.latency.count,
	summary_latency_median: (it) => it.summary.latency.median,
	summary_latency_p95: (it) => it.summary.latency.p95,
	summary_latency_maximum: (it) => it.summary.latency.maximum,
	delivery_method: (it) => it.delivery?.method ?? null,
	delivery_valid: (it) => it.delivery?.valid ?? null,
	delivery_reason: (it) => it.delivery?.reason ?? null,
	delivery_issuer: (it) => it.delivery?.issuer ?? null,
	delivery_client: (it) => it.delivery?.client ?? null,
	delivery_subject: (it) => it.delivery?.subject ?? null,
	delivery_audience: (it) => joinLines(it.delivery?.audience ?? null),
	parse_issue_count: (it) => it.parse_issue_count,
};

/** Names of the columns that every row has, in order. */
export const ROW_COLUMNS: readonly string[] = Object.keys(CELLS);

/** What the columns of the record's URL parameters begin with; they come after all others. */
export const URL_PARAMETER_COLUMN_PREFIX = 'url_parameter_';

/**
 * One flat item for tables and CRMs: scalars alone, the same columns for every record, then one
 * column for each URL parameter. The history (but for the transcript's text), the settings of the
 * synthetic voice and `additional_fields` have no column.
 */
export function buildRow(conversation: Conversation): Row {
	const row: Row = {};
	for (const column of ROW_COLUMNS) row[column] = CELLS[column]?.(conversation) ?? null;
	for (const [name, value] of Object.entries(conversation.url_parameters ?? {})) {
		setOwn(row, `${URL_PARAMETER_COLUMN_PREFIX}${name}`, value);
	}
	return row;
}

function joinLines(list: readonly string[] | null): string | null {
	return list === null ? null : list.join('\n');
}
