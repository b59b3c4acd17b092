import { buildSharedFields, isoDate } from './build-shared-fields.mts';
import { formatTurn } from './format-turn.mts';
import type { PlannedConversation } from './planned-conversation.mts';
import type { RecordingLinks } from './create-recording-links.mts';

/** The conversation record of shape A: every field of part 2.5, `null` if there is nothing to say. */
export function buildRecordA(
	conversation: PlannedConversation,
	links: RecordingLinks,
): Record<string, unknown> {
	const { ids, people, times, hasRecording } = conversation;
	return {
		id: ids.conversation,
		agent_title: conversation.agentTitle,
		...buildSharedFields(conversation, { url: links.conversation, expiresAt: links.expiresAt }),
		updated_at: isoDate(times.updatedAtMs),
		started_at: isoDate(times.startedAtMs),
		ended_at: isoDate(times.endedAtMs),
		duration_seconds: conversation.outcome === 'no_answer' ? 0 : Math.round(times.durationSeconds),
		called_by_id: ids.calledBy,
		called_by_name: people.calledBy,
		language_id: ids.language,
		locale_id: ids.locale,
		language_locale_code: conversation.locale,
		rtc_room_name: `call-${ids.conversation}`,
		rtc_egress_id: hasRecording ? `EG_${ids.egress}` : null,
		rtc_dispatch_id: `AD_${ids.dispatch}`,
		rtc_job_id: `AJ_${ids.job}`,
		transcription_path: `transcriptions/${ids.conversation}.json`,
		has_audio: hasRecording,
		recording_started_at: hasRecording ? isoDate(times.recordingStartedAtMs) : null,
		session_token: `st_${ids.session}`,
		agent_audio_url: links.agent,
		user_raw_audio_url: links.userRaw,
		user_cleaned_audio_url: links.userCleaned,
		room_metadata: buildRoomMetadata(conversation),
		...buildSynthesizedFields(conversation, links),
	};
}

function buildRoomMetadata(conversation: PlannedConversation) {
	const { ids, operatorInviteReason } = conversation;
	return {
		failed: conversation.outcome === 'failed',
		skip_composite_egress: !conversation.hasRecording,
		error: conversation.roomError,
		operator_invite:
			operatorInviteReason === null
				? null
				: { invite_call_id: ids.invite, status: 'Dialing', reason: operatorInviteReason },
	};
}

/** What only an agent test has: the caller was a synthesised voice. */
function buildSynthesizedFields(conversation: PlannedConversation, links: RecordingLinks) {
	const { ids, times } = conversation;
	const isTest = conversation.testEvaluation !== null;
	return {
		synthesized_user_tts_version_id: isTest ? ids.ttsVersion : null,
		synthesized_user_tts_voice_id: isTest ? ids.ttsVoice : null,
		synthesized_user_tts_additional_properties: isTest
			? [
					{ name: 'speed', value: 1.1 },
					{ name: 'style', value: null },
				]
			: [],
		synthesized_audio_path: isTest ? `synthesized/${ids.conversation}.wav` : null,
		synthesized_job_id: isTest ? `SJ_${ids.synthesizedJob}` : null,
		synthesized_audio_url: isTest ? links.synthesized : null,
		synthesized_chat_history: conversation.synthesizedTurns.map((turn) =>
			formatTurn(turn, times.agentJoinedAtMs),
		),
	};
}
