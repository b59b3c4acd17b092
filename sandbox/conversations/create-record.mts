import { toShapeB } from '../dialects/rewrite.mts';
import { createRecordingLinks, type RecordingLinks } from '../recordings/links.mts';
import {
	planConversation,
	type ConversationInput,
	type PlannedConversation,
} from './plan-conversation.mts';
import type { PlannedTurn } from './plan-turns.mts';

/** A conversation record of shape A or B, and the id that its recordings go by. */
export function createRecord(
	input: ConversationInput,
	recordings: { baseUrl: string; nowMs: number },
): { id: string; record: Record<string, unknown> } {
	const { options } = input;
	const conversation = planConversation(input);
	const { ids, dialogue, times } = conversation;
	const links = createRecordingLinks({
		hasRecording: dialogue.hasRecording,
		baseUrl: recordings.baseUrl,
		conversationId: ids.conversation,
		expiresAtMs: recordings.nowMs + (options.recordingExpiresInSeconds ?? 3600) * 1000,
		bytes: options.recordingBytes,
	});
	const whole = buildRecord(conversation, links);
	const shaped =
		options.shape === 'B' ? { ...toShapeB(whole), duration_seconds: times.durationSeconds } : whole;
	return {
		id: ids.conversation,
		record: withoutUndefined({ ...shaped, ...options.overrides }),
	};
}

/** The conversation record of shape A: every field of part 2.5, `null` if there is nothing to say. */
function buildRecord(
	conversation: PlannedConversation,
	links: RecordingLinks,
): Record<string, unknown> {
	const { ids, dialogue, times } = conversation;
	const { hasRecording } = dialogue;
	return {
		id: ids.conversation,
		agent_title: dialogue.agent.title,
		...buildSharedFields(conversation, links),
		updated_at: isoDate(times.updatedAtMs),
		started_at: isoDate(times.startedAtMs),
		ended_at: isoDate(times.endedAtMs),
		duration_seconds: Math.round(times.durationSeconds),
		called_by_id: dialogue.startedBy === undefined ? null : ids.startedBy,
		called_by_name: dialogue.startedBy ?? null,
		language_id: ids.language,
		locale_id: ids.locale,
		language_locale_code: dialogue.locale,
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

function buildRoomMetadata({ ids, dialogue }: PlannedConversation) {
	const { operatorInviteReason: reason } = dialogue;
	return {
		failed: dialogue.outcome === 'failed',
		skip_composite_egress: !dialogue.hasRecording,
		error: dialogue.roomError ?? null,
		operator_invite:
			reason === undefined ? null : { invite_call_id: ids.invite, status: 'Dialing', reason },
	};
}

/** What only an agent test has: the caller was a synthesised voice. */
function buildSynthesizedFields(conversation: PlannedConversation, links: RecordingLinks) {
	const { ids, dialogue, turns, times } = conversation;
	const isTest = dialogue.testEvaluation !== undefined;
	const spoken = isTest ? turns.filter(({ speech }) => speech !== undefined) : [];
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
		synthesized_chat_history: spoken.map((turn) => formatTurn(turn, times.agentJoinedAtMs)),
	};
}

const statuses = { completed: 'Completed', failed: 'Failed', no_answer: 'NoAnswer' };

/** The fields that both shapes have, by the same names (parts 2.5 and 2.9). */
function buildSharedFields(
	conversation: PlannedConversation,
	links: RecordingLinks,
): Record<string, unknown> {
	const { ids, dialogue, times } = conversation;
	const { outcome, line, campaignName, testEvaluation } = dialogue;
	const isOfCampaign = campaignName !== undefined;
	const isTest = testEvaluation !== undefined;
	return {
		agent_id: ids.agent,
		status: statuses[outcome],
		error_message: dialogue.errorMessage ?? null,
		created_at: isoDate(times.createdAtMs),
		agent_joined_at: outcome === 'no_answer' ? null : isoDate(times.agentJoinedAtMs),
		telecom_provider: line?.provider ?? null,
		from_number: line?.from ?? null,
		to_number: line?.to ?? null,
		call_sid: line === null ? null : `CA${ids.call}`,
		audio_url: links.conversation,
		audio_url_expires_at: links.expiresAt,
		history: conversation.turns.map((turn) => formatTurn(turn, times.agentJoinedAtMs)),
		campaign_id: isOfCampaign ? ids.campaign : null,
		campaign_item_id: isOfCampaign ? ids.campaignItem : null,
		campaign_name: campaignName ?? null,
		url_parameters: dialogue.urlParameters ?? {},
		test_run_id: isTest ? ids.testRun : null,
		test_id: isTest ? ids.test : null,
		test_status: isTest ? (testEvaluation.success ? 'Passed' : 'Failed') : null,
		test_eval_result: testEvaluation ?? null,
	};
}

const isoDate = (milliseconds: number) => new Date(milliseconds).toISOString();

/** A history entry as part 2.6 has it. Fields that say nothing about the turn are left out. */
function formatTurn(turn: PlannedTurn, agentJoinedAtMs: number): Record<string, unknown> {
	const { entry, createdAtMs, speech, delays } = turn;
	const { role, content, kind, id, ...more } = entry;
	return withoutUndefined({
		...{ role, content, kind, id },
		created_at: isoDate(agentJoinedAtMs + createdAtMs),
		...more,
		metrics: speech && {
			started_speaking_at: isoDate(agentJoinedAtMs + speech.startMs),
			stopped_speaking_at: isoDate(agentJoinedAtMs + speech.stopMs),
			...delays,
		},
	});
}

const withoutUndefined = (fields: Record<string, unknown>) =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
