import { parseRecord } from '../../core/record/parse-record.ts';
import { SAMPLE_MARK } from '../../core/record/sample.ts';
import type { OutcomeRule } from '../../core/conversation/outcome-rules.ts';
import type { JsonObject } from '../../core/json.ts';
import { createRecord } from '../../sandbox/conversations/create-record.mts';
import type { ConversationOptions } from '../../sandbox/types.mts';
import { buildOutputItems } from '../support/records/read-fixture.mts';
import { callTool, say } from './create-call.mts';

/** The sample conversation of an example, and the settings with which the trigger emits the conversation. */
interface Sample extends ConversationOptions {
	output?: 'conversation' | 'simplified' | 'flat';
	/** Outcome Rules of the example's trigger, if a rule fits the sample. */
	outcomeRules?: OutcomeRule[];
	/** Own Numbers of the trigger, by which the customer is the caller. */
	ownNumbers?: string[];
}

/** For an example that would fail at a download: nobody has the recording of a sample. */
const withoutRecording = { has_audio: false, audio_url: null, audio_url_expires_at: null };

/** A booking on a day that is far away, as a tool writes it. */
const booked = {
	history: [
		say('On which day may I book you in?', 'Assistant'),
		say('On the fifth of December 2030, at three.'),
		...callTool('book_appointment', {
			index: 1,
			tool_arguments_json: '{"date":"2030-12-05","time":"15:00","name":"Bruno Keller"}',
			tool_output: '{"booked":true}',
		}),
		say('It is booked.', 'Assistant'),
	],
};

const leaking = {
	history: [
		say('What has happened?', 'Assistant'),
		say('There is a gas leak in our kitchen.'),
		say('Please leave the house. Somebody calls you back.', 'Assistant'),
	],
	room_metadata: null,
};

/** A caller whose oven a tool wrote down. */
const complained = {
	history: [
		say('What can I do for you?', 'Assistant'),
		say('The oven of our flat does not heat any more.'),
		...callTool('open_ticket', {
			tool_arguments_json: '{"subject":"Oven does not heat"}',
			tool_output: '{"accepted":true}',
		}),
		say('Somebody will write to you today.', 'Assistant'),
	],
};

/** The examples that a conversation starts. */
export const samples: Record<string, Sample> = {
	'alert-person-on-duty': {
		dialogue: 'complaint',
		overrides: leaking,
		outcomeRules: [{ when: 'customerSaid', value: 'gas leak', outcome: 'urgent' }],
	},
	'archive-recording-and-subtitles': { dialogue: 'booking' },
	'book-appointments': {
		...{ dialogue: 'campaign-call', overrides: booked },
		outcomeRules: [
			{
				...{ when: 'toolAnswered', value: 'book_appointment', field: 'booked', is: 'true' },
				outcome: 'booked',
			},
		],
	},
	'call-by-email': { dialogue: 'booking' },
	'call-log-data-table': { dialogue: 'campaign-call' },
	'call-log-google-sheets': { dialogue: 'campaign-call' },
	'crm-hubspot': { dialogue: 'campaign-call', overrides: withoutRecording },
	'crm-pipedrive': { dialogue: 'booking', overrides: withoutRecording },
	'crm-salesforce': { dialogue: 'campaign-call' },
	'crm-highlevel': { dialogue: 'booking' },
	'crm-sync-postgres': { output: 'flat', dialogue: 'booking' },
	'fields-from-every-call': { output: 'simplified', dialogue: 'complaint' },
	'morning-briefing': {
		dialogue: 'campaign-call',
		outcomeRules: [
			{
				...{ when: 'toolAnswered', value: 'book_appointment', outcome: 'booked' },
				...{ field: 'booked', is: 'true' },
			},
		],
	},
	'follow-up-by-outcome': { dialogue: 'missed-call', ownNumbers: ['+14155550110'] },
	'move-deals': {
		dialogue: 'campaign-call',
		outcomeRules: [
			{
				...{ when: 'toolAnswered', value: 'book_appointment', outcome: 'booked' },
				...{ field: 'booked', is: 'true' },
			},
		],
	},
	'no-calls-any-more': { output: 'simplified', dialogue: 'booking' },
	'post-call-alert': { dialogue: 'failed-call' },
	'ticket-from-call': {
		...{ dialogue: 'complaint', overrides: complained },
		outcomeRules: [
			{
				...{ when: 'toolAnswered', value: 'open_ticket', outcome: 'ticket' },
				...{ field: 'accepted', is: 'true' },
			},
		],
	},
};

// Far from the seeds that a sandbox counts up from: its conversations never have the sample's id.
const sampleSeed = 20_261_120;
const serviceUrl = 'https://voice-agent.example.com';
const issuer = 'https://identity.example.com/realms/voice-agent';

/** The item that the trigger would emit, from a dialogue of the sandbox. */
export function createSample({
	output = 'conversation',
	outcomeRules,
	ownNumbers = [],
	...options
}: Sample): JsonObject {
	const endedAtMs = Date.parse('2026-11-20T09:30:00.000Z');
	const { record } = createRecord(
		{ seed: sampleSeed, endedAtMs, options },
		{ baseUrl: serviceUrl, nowMs: endedAtMs },
	);
	const parsed = parseRecord(record);
	if (!parsed.success) throw new Error(`The sample cannot be read: ${parsed.error.code}`);
	const conversation = {
		...parsed.conversation,
		delivery: {
			status: 'accepted',
			method: 'jwt',
			valid: true,
			reason: null,
			issuer,
			client: 'voice-agent-service',
			subject: parsed.conversation.called_by_id,
			audience: ['voice-agent-api'],
			envelope: null,
		},
	};
	const [item] = buildOutputItems(output, conversation, record, { outcomeRules, ownNumbers });
	if (item === undefined) throw new Error('The sample gives no item.');
	// Also where the Output has no such field.
	const additional_fields = { ...Object(item.additional_fields), [SAMPLE_MARK]: true };
	return { ...item, additional_fields };
}
