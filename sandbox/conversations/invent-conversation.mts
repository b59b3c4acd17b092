import { createRandom } from './random.mts';
import { areaCodes, callerNames, campaignNames, locales, telecomProviders } from './people.mts';
import { planTurns } from './invent-turns.mts';
import {
	createIds,
	planTimes,
	type ConversationInput,
	type PlannedConversation,
} from './planned-conversation.mts';
import { scenarios } from './scenarios.mts';

const errors = {
	completed: null,
	failed: 'The telephony provider closed the call.',
	no_answer: 'The call was not answered.',
};

/** Makes up a conversation of any length, in which the sentences need not belong together. */
export function inventConversation({
	seed,
	endedAtMs,
	options,
}: ConversationInput): PlannedConversation {
	const random = createRandom(seed);
	const every = options.everyField ?? false;
	const outcome = options.outcome ?? 'completed';
	const answered = outcome !== 'no_answer';
	const scenario = random.pick(scenarios);
	const areaCode = random.pick(areaCodes);
	const locale = random.pick(locales);
	const ids = createIds(random);
	const features = {
		tools: every || (options.withTools ?? true),
		handoff: every || (options.withHandoff ?? false),
		interruptions: every || (options.withInterruptions ?? true),
	};
	const people = {
		calledBy: random.pick(callerNames),
		provider: random.pick(telecomProviders),
		from: `+1${areaCode}55501${random.integer(10, 99)}`,
		to: `+1${areaCode}55501${random.integer(10, 99)}`,
	};
	const campaignName = random.pick(campaignNames);
	const urlParameters = { source: 'website', customer_id: `C-${random.integer(1000, 9999)}` };
	// Of a call that nobody answered there is what the agent was told, and nothing that anyone said.
	const turns = planTurns(random, scenario, features, answered ? (options.turns ?? 8) : 1);
	const isTest = every || (options.withTestRun ?? false);
	return {
		ids,
		agentTitle: scenario.agentTitle,
		people,
		locale,
		outcome,
		errorMessage: errors[outcome] ?? (every ? 'One tool answered late.' : null),
		roomError:
			outcome === 'failed' || every ? 'The media server lost the caller for a moment.' : null,
		operatorInviteReason: answered && features.handoff ? 'The caller asked for a person.' : null,
		campaignName: every || (options.withCampaign ?? true) ? campaignName : null,
		urlParameters,
		testEvaluation: isTest ? inventEvaluation(outcome === 'completed') : null,
		hasRecording: answered && (every || (options.withRecording ?? true)),
		turns,
		synthesizedTurns: isTest ? turns.slice(0, 4) : [],
		times: planTimes(turns, endedAtMs),
	};
}

const inventEvaluation = (success: boolean) => ({
	success,
	reasons: success
		? ['The appointment or delivery day was settled.', 'The tone was friendly throughout.']
		: ['The conversation ended before the goal was reached.'],
	completion_reason: success ? 'GoalReached' : 'StepsExhausted',
});
