import { formatTurn } from './format-turn.mts';
import type { PlannedConversation } from './planned-conversation.mts';

const statuses = { completed: 'Completed', failed: 'Failed', no_answer: 'NoAnswer' };

export const isoDate = (milliseconds: number) => new Date(milliseconds).toISOString();

/** The fields that both shapes have, by the same names (parts 2.5 and 2.9). */
export function buildSharedFields(
	conversation: PlannedConversation,
	recording: { url: string | null; expiresAt: string | null },
): Record<string, unknown> {
	const { ids, people, times, outcome, campaignName, testEvaluation } = conversation;
	const isOfCampaign = campaignName !== null;
	const isTest = testEvaluation !== null;
	return {
		agent_id: ids.agent,
		status: statuses[outcome],
		error_message: conversation.errorMessage,
		created_at: isoDate(times.createdAtMs),
		agent_joined_at: outcome === 'no_answer' ? null : isoDate(times.agentJoinedAtMs),
		telecom_provider: people.provider,
		from_number: people.from,
		to_number: people.to,
		call_sid: people.provider === null ? null : `CA${ids.call}`,
		audio_url: recording.url,
		audio_url_expires_at: recording.expiresAt,
		history: conversation.turns.map((turn) => formatTurn(turn, times.agentJoinedAtMs)),
		campaign_id: isOfCampaign ? ids.campaign : null,
		campaign_item_id: isOfCampaign ? ids.campaignItem : null,
		campaign_name: campaignName,
		url_parameters: conversation.urlParameters,
		test_run_id: isTest ? ids.testRun : null,
		test_id: isTest ? ids.test : null,
		test_status: isTest ? (testEvaluation.success ? 'Passed' : 'Failed') : null,
		test_eval_result: testEvaluation,
	};
}
