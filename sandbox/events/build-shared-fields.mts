import { formatTurn } from './format-turn.mts';
import type { PlannedConversation } from './plan-conversation.mts';

const statuses = { completed: 'Completed', failed: 'Failed', no_answer: 'NoAnswer' };

const errors = {
	completed: null,
	failed: 'The telephony provider closed the call.',
	no_answer: 'The call was not answered.',
};

export const isoDate = (milliseconds: number) => new Date(milliseconds).toISOString();

/** The fields that both shapes have, by the same names (parts 2.5 and 2.9). */
export function buildSharedFields(
	conversation: PlannedConversation,
	recording: { url: string | null; expiresAt: string | null },
): Record<string, unknown> {
	const { ids, people, features, times, outcome } = conversation;
	return {
		agent_id: ids.agent,
		status: statuses[outcome],
		error_message: errors[outcome] ?? (conversation.every ? 'One tool answered late.' : null),
		created_at: isoDate(times.createdAtMs),
		agent_joined_at: conversation.answered ? isoDate(times.agentJoinedAtMs) : null,
		telecom_provider: people.provider,
		from_number: people.from,
		to_number: people.to,
		call_sid: `CA${ids.call}`,
		audio_url: recording.url,
		audio_url_expires_at: recording.expiresAt,
		history: conversation.turns.map((turn) => formatTurn(turn, times.agentJoinedAtMs)),
		campaign_id: features.campaign ? ids.campaign : null,
		campaign_item_id: features.campaign ? ids.campaignItem : null,
		campaign_name: features.campaign ? people.campaignName : null,
		url_parameters: { source: 'website', customer_id: people.customer },
		test_run_id: features.testRun ? ids.testRun : null,
		test_id: features.testRun ? ids.test : null,
		test_status: features.testRun ? (outcome === 'completed' ? 'Passed' : 'Failed') : null,
		test_eval_result: features.testRun ? buildTestEvaluation(outcome === 'completed') : null,
	};
}

const buildTestEvaluation = (success: boolean) => ({
	success,
	reasons: success
		? ['The appointment or delivery day was settled.', 'The tone was friendly throughout.']
		: ['The conversation ended before the goal was reached.'],
	completion_reason: success ? 'GoalReached' : 'StepsExhausted',
});
