import * as z from 'zod/v4-mini';
import {
	boolean,
	declare,
	type FieldFacts,
	figure,
	listFields,
	MOMENT,
	PERSONAL,
	PERSONAL_LINK,
	PERSONAL_TEXT,
	PHONE_NUMBER,
	STRING,
	text,
	WITH_NUMBERS,
} from './declare-field';
import {
	conversationStatisticsSchema,
	deliverySchema,
	freeFields,
	outcomeReasonSchema,
	parseIssueSchema,
	roomMetadataSchema,
	testEvalResultSchema,
	voiceSettingSchema,
} from './objects';
import { toolCallSchema } from './tool-calls';
import { turnSchema } from './turn';

const ONLY_A: FieldFacts = { isOnlyInA: true };
const DERIVED: FieldFacts = { isDerived: true };
/** Media servers often name rooms and files after the caller's number. */
const MEDIA_NAME: FieldFacts = { ...WITH_NUMBERS, ...ONLY_A };

const moment = (description: string, facts?: FieldFacts) =>
	text(description, { ...MOMENT, ...facts });
const link = (description: string, facts?: FieldFacts) =>
	text(description, { ...PERSONAL_LINK, ...facts, comparedBy: 'fileName' });
const turns = (description: string, facts?: FieldFacts) =>
	declare(z.nullable(z.array(turnSchema)), description, { ...PERSONAL, ...facts, columns: null });

/**
 * The canonical conversation: the fields of shape A (part 2.5), which hold those of shape B (2.9), and those that core
 * computes. Those that people want most come first: Simplified. Every key is there, also inside objects, with `null`
 * for what was not sent; only turns lack the keys of what was not sent. Formats of ids are not checked.
 */
export const conversationSchema = z.object({
	id: text('UUID of the conversation.', { nameInB: 'session_id', isId: true }),
	agent_title: text('Name of the agent.', { ...WITH_NUMBERS, nameInB: 'agent_name' }),
	status: text(
		"The service's word for the state; see also `outcome`. Sample value: `Pending`.",
		WITH_NUMBERS,
	),
	outcome: text(
		'What came of the call: `completed` (the other side spoke, and there is no error), `failed`, `no_answer`, `operator_invited` (the agent asked for a person), a word of Outcome Rules, or `null` if the record does not tell. See also `answered`.',
		DERIVED,
	),
	tools_used: declare(
		z.nullable(z.array(STRING)),
		'Names of the tools called, each once, in order: at most 100 of 64 characters. `null` without a history.',
		{ ...WITH_NUMBERS, ...DERIVED },
	),
	customer_number: text(
		"The other side's phone number: `to_number` of an outbound call, else `from_number`, or what the option Customer Number selects. In E.164 if it can be read, which needs `+`, `00` or the option Default Country. Otherwise as sent; `null` if withheld.",
		{ ...PHONE_NUMBER, ...DERIVED },
	),
	called_by_name: text('Name of who started the call at the service. Not the customer.', {
		...PERSONAL_TEXT,
		...ONLY_A,
	}),
	from_number: text("Caller's phone number.", PHONE_NUMBER),
	to_number: text('Called phone number.', PHONE_NUMBER),
	started_at: moment('When the conversation began: ISO 8601, UTC.', { nameInB: 'start_time' }),
	ended_at: moment('When the conversation ended: ISO 8601, UTC.', ONLY_A),
	duration_seconds: figure('Length in seconds, fractions possible.'),
	error_message: text('What went wrong, if anything.', WITH_NUMBERS),
	transcript: text(
		'What was said, one line a turn, as `Role: text`. Without system turns, tool calls and their outputs. Empty if nothing was said.',
		{ ...PERSONAL_TEXT, ...DERIVED },
	),
	audio_url: link('Recording of the whole conversation; ends at `audio_url_expires_at`.'),
	audio_url_expires_at: moment('When `audio_url` stops working: ISO 8601, UTC.', {
		comparedBy: 'presence',
	}),
	agent_id: text('UUID of the agent.'),
	customer_number_national: text(
		'`customer_number` as its own country writes it, such as `(415) 555-0142`; `null` if it could not be read, or is a number of no country.',
		{ ...PHONE_NUMBER, ...DERIVED },
	),
	direction: declare(
		z.nullable(z.enum(['inbound', 'outbound'])),
		"`outbound` if the record has a campaign's id, else `null`: no field says that a call was inbound. The options Own Numbers and Direction set it.",
		DERIVED,
	),
	answered: boolean(
		'Whether the other side said anything, whatever `outcome` and `status` are. `null` if that cannot be told: no history, words of an unknown role (option Speakers), or something unread. `false` without a history: an outbound call that never connected.',
		DERIVED,
	),
	outcome_reason: declare(
		z.nullable(outcomeReasonSchema),
		'The rule of Outcome Rules that made `outcome`; `null` if none did.',
		{ ...DERIVED, columns: null },
	),
	statistics: declare(
		conversationStatisticsSchema,
		'What is counted and measured in the record.',
		DERIVED,
	),
	called_by_id: text('UUID of who started the call at the service. Not the customer.', {
		...PERSONAL,
		...ONLY_A,
	}),
	language_locale_code: text('Code of language and locale.', ONLY_A),
	language_id: text('UUID of the language.', ONLY_A),
	locale_id: text('UUID of the locale.', ONLY_A),
	telecom_provider: text('Name of the telephony provider.'),
	call_sid: text("The telephony provider's id of the call."),
	created_at: moment('When the record was created: ISO 8601, UTC.'),
	updated_at: moment('When the record last changed: ISO 8601, UTC.', ONLY_A),
	has_audio: boolean('Whether audio was recorded.', ONLY_A),
	agent_audio_url: link('Recording of the agent alone.', ONLY_A),
	user_raw_audio_url: link('Recording of the user alone, unprocessed.', ONLY_A),
	user_cleaned_audio_url: link('Recording of the user alone, cleaned.', ONLY_A),
	recording_started_at: moment('When the recording began: ISO 8601, UTC.', ONLY_A),
	agent_joined_at: moment('When the agent joined: ISO 8601, UTC.'),
	transcription_path: text('Path of the transcript at the service.', MEDIA_NAME),
	campaign_name: text('Name of the campaign.', WITH_NUMBERS),
	campaign_id: text('UUID of the campaign.'),
	campaign_item_id: text("UUID of the campaign's item."),
	url_parameters: declare(
		z.nullable(z.record(STRING, z.nullable(STRING))),
		'Parameters that the conversation was started with.',
		PERSONAL_TEXT,
	),
	test_status: text('State of the agent test. Sample value: `Initial`.'),
	test_eval_result: declare(testEvalResultSchema, 'Outcome of the agent test.', {
		columns: 'test_eval',
	}),
	test_id: text('UUID of an agent test.'),
	test_run_id: text('UUID of the run of an agent test.'),
	history: turns(
		'The turns, in the order delivered; in the order of time if three or more came newest first.',
	),
	synthesized_chat_history: turns('Turns of the synthesized conversation.', ONLY_A),
	tool_calls: declare(
		z.nullable(z.array(toolCallSchema)),
		'Each tool call with its output, in the order of the calls. `null` without a history.',
		{ ...DERIVED, columns: null },
	),
	synthesized_audio_url: link('Synthesized recording.', ONLY_A),
	synthesized_audio_path: text('Path of the synthesized audio at the service.', MEDIA_NAME),
	synthesized_job_id: text('Id of the synthesis job.', { ...ONLY_A, vendorWord: 'job' }),
	room_metadata: declare(roomMetadataSchema, 'Information about the media room.'),
	rtc_room_name: text("Media room's name.", { ...MEDIA_NAME, vendorWord: 'rtc' }),
	rtc_egress_id: text('Id of the recording job.', { ...ONLY_A, vendorWord: 'rtc' }),
	rtc_dispatch_id: text("Id of the agent's dispatch.", { ...ONLY_A, vendorWord: 'rtc' }),
	rtc_job_id: text("Id of the agent's job.", { ...ONLY_A, vendorWord: 'rtc' }),
	synthesized_user_tts_voice_id: text("UUID of the synthetic user's voice.", ONLY_A),
	synthesized_user_tts_version_id: text("UUID of the version of that voice's service.", ONLY_A),
	synthesized_user_tts_additional_properties: declare(
		z.nullable(z.array(voiceSettingSchema)),
		"Settings of the synthetic user's voice.",
		{ ...ONLY_A, columns: null },
	),
	session_token: text('A token of the session: `null` in every output but Raw.', {
		...ONLY_A,
		sensitivity: 'secret',
		comparedBy: 'presence',
	}),
	delivery: declare(
		z.nullable(deliverySchema),
		'The delivery and the result of its verification; `null` unless the trigger received it.',
		DERIVED,
	),
	shape: declare(
		z.nullable(z.enum(['A', 'B'])),
		'Which of the two documented shapes was delivered. If each call comes in both, the option Ignore Duplicates helps: Same Conversation.',
		DERIVED,
	),
	additional_fields: freeFields(
		'Data without a field above, with its names and nesting: undocumented fields, values of a wrong type, and list elements of a wrong type under their index. A turn has its own.',
		{ ...PERSONAL_TEXT, ...DERIVED, columns: null },
	),
	parse_issues: declare(
		z.nullable(z.array(parseIssueSchema)),
		'The first 50 differences from the documented types and names: once for what is read all the same; for each value that cannot be read, which is in `additional_fields`. Text that is no JSON stays in its field.',
		{ ...DERIVED, columns: null },
	),
	parse_issue_count: figure(
		'How many `parse_issues` there are, those beyond 50 included.',
		DERIVED,
	),
});

export const CONVERSATION_FIELDS = listFields(conversationSchema);

export type Conversation = z.infer<typeof conversationSchema>;

export type ParseIssue = z.infer<typeof parseIssueSchema>;

export type DeliveryVerdict = Omit<z.infer<typeof deliverySchema>, 'status' | 'envelope'>;

export const URL_FIELDS = {
	conversation: 'audio_url',
	agent: 'agent_audio_url',
	user_raw: 'user_raw_audio_url',
	user_cleaned: 'user_cleaned_audio_url',
	synthesized: 'synthesized_audio_url',
} as const satisfies Record<string, keyof Conversation>;
