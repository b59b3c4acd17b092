import type { Conversation } from '../conversation/conversation';
import { ConversationSummarizer } from '../conversation/summarize-conversation';
import type { Turn } from '../conversation/turn';
import type { Result } from '../errors';
import {
	convertRoomMetadata,
	convertTestEvalResult,
	convertTtsProperty,
} from './convert-head-parts';
import { convertTurn } from './convert-turn';
import { convertTurnFast } from './convert-turn-fast';
import { MAX_NESTING_LEVELS } from '../json/copy-json';
import { detectShape, type RecordShape } from '../conversation/detect-shape';
import { FieldReader } from './field-reader';
import { findVendorNames } from './find-vendor-names';
import { isObject, type UnknownObject } from '../json/json';
import { ParseLog } from './parse-log';
import { checkRecordLimits, failByLimit, type LimitErrorCode } from './check-record-limits';

/** Why a record cannot be read at all; everything else is a {@link Conversation} with issues. */
export type RecordErrorCode = 'record-not-an-object' | 'nested-too-deep' | LimitErrorCode;

/** Settings of {@link parseRecord}. */
export type ParseRecordOptions = {
	/** The shape, where it is known already. Default: told by the record's names. */
	shape?: RecordShape;
};

/**
 * Converts a record of shape A or B into the canonical conversation. Nothing is required: what is
 * missing is `null`, what is of a wrong type or undocumented is in `additional_fields`.
 * Source: parts 2.5 to 2.9. Not checked: formats of ids, times, URLs and phone numbers.
 *
 * Error codes: `record-not-an-object`; `nested-too-deep` where an undocumented value has more than
 * 2,000 levels, which no later step could write as JSON; `too-many-turns`, `too-many-elements` and
 * `too-many-keys` for what {@link checkRecordLimits} and the reading of a turn find too many.
 */
export function parseRecord(
	record: unknown,
	options: ParseRecordOptions = {},
): Result<{ conversation: Conversation }, RecordErrorCode> {
	if (!isObject(record)) {
		return {
			success: false,
			error: { code: 'record-not-an-object', message: 'The record is not a JSON object.' },
		};
	}
	const excess = checkRecordLimits(record);
	if (excess !== null) return { success: false, error: excess };
	const log = new ParseLog();
	const shape = options.shape ?? detectShape(record);
	const conversation = convertRecord(record, shape, log);
	if (log.failure === 'too-many-elements') {
		return { success: false, error: failByLimit(log.failure) };
	}
	if (log.failure !== null) {
		return {
			success: false,
			error: {
				code: log.failure,
				message: `The record holds a value of more than ${MAX_NESTING_LEVELS} levels.`,
			},
		};
	}
	return { success: true, conversation };
}

function convertRecord(record: UnknownObject, shape: RecordShape, log: ParseLog): Conversation {
	const vendorNames = findVendorNames(Object.keys(record));
	const reader = new FieldReader(record, '', log);
	const summarizer = new ConversationSummarizer();
	const readTurn = (entry: unknown, index: number, path: string): Turn | undefined =>
		convertTurnFast(entry) ?? convertTurn(entry, `${path}[${index}]`, log);
	const readHistoryTurn = (entry: unknown, index: number, path: string): Turn | undefined => {
		const turn = readTurn(entry, index, path);
		if (turn !== undefined) summarizer.addTurn(turn);
		return turn;
	};
	const vendorText = (name: keyof typeof vendorNames) => {
		const delivered = vendorNames[name];
		return delivered === undefined ? reader.text(name) : reader.text(name, delivered);
	};
	const inOrder = (nameOfA: string, nameOfB: string) =>
		shape === 'A' ? reader.text(nameOfA, nameOfB) : reader.text(nameOfB, nameOfA);

	const head = {
		shape,
		id: inOrder('id', 'session_id'),
		agent_id: reader.text('agent_id'),
		agent_title: inOrder('agent_title', 'agent_name'),
		status: reader.text('status'),
		created_at: reader.text('created_at'),
		updated_at: reader.text('updated_at'),
		started_at: inOrder('started_at', 'start_time'),
		ended_at: reader.text('ended_at'),
		duration_seconds: reader.number('duration_seconds'),
		error_message: reader.text('error_message'),
		called_by_id: reader.text('called_by_id'),
		called_by_name: reader.text('called_by_name'),
		language_id: reader.text('language_id'),
		locale_id: reader.text('locale_id'),
		language_locale_code: reader.text('language_locale_code'),
		rtc_room_name: vendorText('rtc_room_name'),
		rtc_egress_id: vendorText('rtc_egress_id'),
		rtc_dispatch_id: vendorText('rtc_dispatch_id'),
		rtc_job_id: vendorText('rtc_job_id'),
		transcription_path: reader.text('transcription_path'),
		has_audio: reader.flag('has_audio'),
		telecom_provider: reader.text('telecom_provider'),
		from_number: reader.text('from_number'),
		to_number: reader.text('to_number'),
		call_sid: reader.text('call_sid'),
		test_run_id: reader.text('test_run_id'),
		test_id: reader.text('test_id'),
		test_status: reader.text('test_status'),
		test_eval_result: convertTestEvalResult(reader.nested('test_eval_result')),
		room_metadata: convertRoomMetadata(reader.nested('room_metadata')),
		synthesized_user_tts_version_id: reader.text('synthesized_user_tts_version_id'),
		synthesized_user_tts_voice_id: reader.text('synthesized_user_tts_voice_id'),
		synthesized_user_tts_additional_properties: reader.list(
			'synthesized_user_tts_additional_properties',
			'object',
			(value, index, path) => convertTtsProperty(value, `${path}[${index}]`, log),
		),
		synthesized_audio_path: reader.text('synthesized_audio_path'),
		synthesized_job_id: vendorText('synthesized_job_id'),
		session_token: reader.text('session_token'),
		history: reader.list('history', 'object', readHistoryTurn),
		audio_url: reader.text('audio_url'),
		audio_url_expires_at: reader.text('audio_url_expires_at'),
		agent_audio_url: reader.text('agent_audio_url'),
		user_raw_audio_url: reader.text('user_raw_audio_url'),
		user_cleaned_audio_url: reader.text('user_cleaned_audio_url'),
		synthesized_audio_url: reader.text('synthesized_audio_url'),
		synthesized_chat_history: reader.list('synthesized_chat_history', 'object', readTurn),
		agent_joined_at: reader.text('agent_joined_at'),
		recording_started_at: reader.text('recording_started_at'),
		campaign_item_id: reader.text('campaign_item_id'),
		campaign_id: reader.text('campaign_id'),
		campaign_name: reader.text('campaign_name'),
		url_parameters: reader.textMap('url_parameters'),
	};
	return {
		...head,
		summary: summarizer.finish(head),
		delivery: null,
		additional_fields: reader.leftovers(),
		parse_issues: log.issues,
		parse_issue_count: log.issueCount,
	};
}
