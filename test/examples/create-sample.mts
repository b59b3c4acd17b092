import { buildOutputItems, parseRecord } from '../../core/index.ts';
import type { JsonObject } from '../../core/json/json.ts';
import { createRecord } from '../../sandbox/events/create-record.mts';
import type { ConversationOptions } from '../../sandbox/types.mts';

/** What the sample conversation of an example looks like, and what its trigger emits it as. */
interface Sample extends ConversationOptions {
	output?: 'conversation' | 'essentials' | 'row';
}

/** The examples whose trigger holds a sample conversation. */
export const samples: Record<string, Sample> = {
	'agent-test-report': { withTestRun: true, withCampaign: false, outcome: 'failed' },
	'ai-call-questions': { withCampaign: false },
	'ai-follow-up': { withCampaign: false },
	'ask-before-writing': { output: 'essentials', withCampaign: false },
	'call-log-data-table': { output: 'row' },
	'call-log-google-sheets': { output: 'essentials' },
	'crm-hubspot': { output: 'essentials' },
	'crm-pipedrive': { output: 'essentials', withCampaign: false },
	'crm-sync-postgres': { output: 'row', withCampaign: false },
	'post-call-alert': { outcome: 'failed', withCampaign: false },
};

// Far from the seeds that a sandbox counts up from: its conversations never have the sample's id.
const sampleSeed = 20_261_120;
const serviceUrl = 'https://voice-agent.example.com';
const issuer = 'https://identity.example.com/realms/voice-agent';

/** The item that the trigger would emit, from the sandbox's invented people and numbers. */
export function createSample({ output = 'conversation', ...options }: Sample): JsonObject {
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
		},
	};
	const [item] = buildOutputItems(output, conversation, record);
	if (item === undefined) throw new Error('The sample gives no item.');
	return item;
}
