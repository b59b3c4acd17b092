import { errorCatalog } from '../../nodes/shared/error-catalog.ts';
import { parseRecord } from '../../core/record/parse-record.ts';
import type { JsonObject } from '../../core/json.ts';
import { createRecord } from '../../sandbox/conversations/create-record.mts';
import type { ConversationOptions } from '../../sandbox/types.mts';
import { buildOutputItems } from '../support/records/read-fixture.mts';

const reconnectNeeded = errorCatalog['credential-reconnect-needed'];

/** What the sample conversation of an example looks like, and what its trigger emits it as. */
interface Sample extends ConversationOptions {
	output?: 'conversation' | 'simplified' | 'flat';
}

/** For an example that would fail at a download: nobody has the recording of a sample. */
const withoutRecording = { has_audio: false, audio_url: null, audio_url_expires_at: null };

/** The examples that a conversation starts. */
const samples: Record<string, Sample> = {
	'archive-recording-and-subtitles': { dialogue: 'booking' },
	'agent-test-report': { dialogue: 'agent-test' },
	'ai-call-questions': { dialogue: 'parcel' },
	'ask-before-writing': { output: 'simplified', dialogue: 'parcel' },
	'call-by-email': { dialogue: 'booking' },
	'call-log-data-table': { dialogue: 'campaign-call' },
	'call-log-google-sheets': { dialogue: 'campaign-call' },
	'crm-hubspot': { dialogue: 'campaign-call', overrides: withoutRecording },
	'crm-pipedrive': { dialogue: 'booking', overrides: withoutRecording },
	'crm-salesforce': { dialogue: 'campaign-call' },
	'crm-highlevel': { dialogue: 'booking' },
	'crm-sync-postgres': { output: 'flat', dialogue: 'booking' },
	'fields-from-every-call': { output: 'simplified', dialogue: 'complaint' },
	'first-conversation': { output: 'simplified', dialogue: 'booking' },
	'no-calls-any-more': { output: 'simplified', dialogue: 'booking' },
	'post-call-alert': { dialogue: 'failed-call' },
	'text-back-missed-call': { output: 'simplified', dialogue: 'missed-call' },
};

/** What steps further on emit, so what is behind them can be mapped before the first call. */
const pinnedSteps: Record<string, Record<string, JsonObject>> = {
	'fields-from-every-call': {
		'Extract Fields': {
			output: {
				reason: 'A delivered table has a broken leg',
				wants_callback: true,
				next_step: 'Call back and offer a replacement',
				mood: 'upset',
			},
		},
	},
};

// Far from the seeds that a sandbox counts up from: its conversations never have the sample's id.
const sampleSeed = 20_261_120;
const serviceUrl = 'https://voice-agent.example.com';
const issuer = 'https://identity.example.com/realms/voice-agent';

/** The examples that something else starts, with what their trigger emits. */
const otherSamples: Record<string, Record<string, JsonObject>> = {
	'error-workflow': {
		'Error Trigger': {
			execution: {
				id: '231',
				url: 'https://n8n.example.com/workflow/1/executions/231',
				error: {
					message: reconnectNeeded.message,
					description: `${reconnectNeeded.advice} — Code: credential-reconnect-needed`,
				},
				lastNodeExecuted: 'Voice Agent',
				mode: 'trigger',
			},
			workflow: { id: '1', name: 'Who is signed in' },
		},
	},
	'forget-callers': {
		'Every Day': { timestamp: '2026-11-23T03:00:00.000Z' },
		'Erase a Number': { 'Phone Number': '+1 202 555 0142', formMode: 'test' },
	},
	'score-calls': { 'Every 15 Minutes': { timestamp: '2026-11-23T07:30:00.000Z' } },
	'agent-watch': { 'Every Monday': { timestamp: '2026-11-23T07:30:00.000Z' } },
	'keep-connected': { 'Once a Week': { timestamp: '2026-11-22T03:00:00.000Z' } },
};

/** The sample data of each example, by the name of its trigger. */
export function createPinData(): Record<string, Record<string, { json: JsonObject }[]>> {
	const ofTriggers = Object.entries(samples).map(([name, sample]) => [
		name,
		{ 'Voice Agent Trigger': createSample(sample), ...pinnedSteps[name] },
	]);
	return Object.fromEntries(
		[...ofTriggers, ...Object.entries(otherSamples)].map(([name, items]) => [
			name,
			Object.fromEntries(Object.entries(items).map(([node, json]) => [node, [{ json }]])),
		]),
	);
}

/** The item that the trigger would emit, from a dialogue of the sandbox. */
function createSample({ output = 'conversation', ...options }: Sample): JsonObject {
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
	const [item] = buildOutputItems(output, conversation, record);
	if (item === undefined) throw new Error('The sample gives no item.');
	return item;
}
