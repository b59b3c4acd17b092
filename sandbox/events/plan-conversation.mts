import type { ConversationOptions } from './event-types.mts';
import { createRandom } from './create-random.mts';
import { areaCodes, callerNames, campaignNames, locales, telecomProviders } from './people.mts';
import { planTurns } from './plan-turns.mts';
import type { PlannedTurn } from './planned-turn.mts';
import { scenarios } from './scenarios.mts';

/** All that a conversation follows from. */
export interface ConversationInput {
	seed: number;
	/** Milliseconds since the epoch. */
	endedAtMs: number;
	options: ConversationOptions;
}

/** A conversation that has been made up, before it takes one of the two shapes. */
export type PlannedConversation = ReturnType<typeof planConversation>;

/** Makes up a conversation. The same input gives the same conversation. */
export function planConversation({ seed, endedAtMs, options }: ConversationInput) {
	const random = createRandom(seed);
	const every = options.everyField ?? false;
	const outcome = options.outcome ?? 'completed';
	const answered = outcome !== 'no_answer';
	const scenario = random.pick(scenarios);
	const areaCode = random.pick(areaCodes);
	const locale = random.pick(locales);
	const ids = {
		conversation: random.uuid(),
		agent: random.uuid(),
		calledBy: random.uuid(),
		language: random.uuid(),
		locale: random.uuid(),
		testRun: random.uuid(),
		test: random.uuid(),
		campaign: random.uuid(),
		campaignItem: random.uuid(),
		ttsVersion: random.uuid(),
		ttsVoice: random.uuid(),
		invite: random.uuid(),
		call: random.hex(32),
		egress: random.hex(12),
		dispatch: random.hex(12),
		job: random.hex(12),
		synthesizedJob: random.hex(12),
		session: random.hex(40),
	};
	const features = {
		tools: every || (options.withTools ?? true),
		handoff: every || (options.withHandoff ?? false),
		interruptions: every || (options.withInterruptions ?? true),
		testRun: every || (options.withTestRun ?? false),
		campaign: every || (options.withCampaign ?? true),
		recording: every || (options.withRecording ?? answered),
	};
	const people = {
		calledBy: random.pick(callerNames),
		provider: random.pick(telecomProviders),
		from: `+1${areaCode}55501${random.integer(10, 99)}`,
		to: `+1${areaCode}55501${random.integer(10, 99)}`,
		campaignName: random.pick(campaignNames),
		customer: `C-${random.integer(1000, 9999)}`,
	};
	const turns = planTurns(random, scenario, features, options.turns ?? (answered ? 8 : 1));
	return {
		ids,
		people,
		locale,
		scenario,
		outcome,
		answered,
		every,
		features,
		turns,
		synthesizedTurns: features.testRun ? turns.slice(0, 4) : [],
		times: planTimes(turns, endedAtMs),
	};
}

/** Moments in milliseconds since the epoch, counted back from the end. */
function planTimes(turns: PlannedTurn[], endedAtMs: number) {
	const lastMs = turns.reduce(
		(latest, turn) => Math.max(latest, turn.speech?.stopMs ?? turn.createdAtMs),
		0,
	);
	const agentJoinedAtMs = endedAtMs - 750 - lastMs;
	const recordingStartedAtMs = agentJoinedAtMs - 420;
	const startedAtMs = agentJoinedAtMs - 900;
	return {
		createdAtMs: startedAtMs - 1800,
		startedAtMs,
		recordingStartedAtMs,
		agentJoinedAtMs,
		endedAtMs,
		updatedAtMs: endedAtMs + 1200,
		durationSeconds: (endedAtMs - startedAtMs) / 1000,
	};
}
