import type { Random } from './random.mts';
import {
	planAgentSpeech,
	planCallerSpeech,
	planHandoff,
	planInstructions,
	planToolTurns,
	type PlannedTurn,
} from './plan-turns.mts';
import type { Scenario } from './scenarios.mts';

export interface TurnFeatures {
	tools: boolean;
	handoff: boolean;
	interruptions: boolean;
}

const handoffInstructions = 'Take over politely and do not ask again for what is known already.';

/** Makes up `count` turns. With 8 or more of them every feature that is switched on occurs. */
export function planTurns(
	random: Random,
	scenario: Scenario,
	features: TurnFeatures,
	count: number,
): PlannedTurn[] {
	const turns: PlannedTurn[] = [];
	const unlimited = turnsWithoutEnd(random, scenario, features);
	while (turns.length < count) turns.push(unlimited.next().value);
	return turns;
}

function* turnsWithoutEnd(
	random: Random,
	scenario: Scenario,
	features: TurnFeatures,
): Generator<PlannedTurn, never> {
	const { instructions, tools } = scenario;
	yield planInstructions(random, { instructions, tools: tools.map(({ name }) => name) });
	const greeting = planAgentSpeech(random, scenario.greeting, 0, false);
	yield greeting;
	let atMs = greeting.speech.stopMs;

	for (let round = 0; ; round += 1) {
		const caller = planCallerSpeech(random, random.pick(scenario.callerPhrases), atMs);
		yield caller;
		atMs = caller.speech.stopMs;
		if (features.tools && (round === 0 || random.chance(0.3))) {
			const toolTurns = inventToolTurns(random, scenario, atMs, round > 0);
			yield* toolTurns;
			atMs = toolTurns[1].createdAtMs;
		}
		const interrupted = features.interruptions && (round === 0 || random.chance(0.15));
		const phrase = random.pick(scenario.agentPhrases);
		const heard = interrupted ? firstHalf(phrase) : phrase;
		const answer = planAgentSpeech(random, heard, atMs, interrupted);
		yield answer;
		atMs = answer.speech.stopMs;
		if (features.handoff && round === 0) {
			yield planHandoff(random, handoffInstructions, scenario.specialistTools, atMs);
		}
	}
}

function firstHalf(phrase: string): string {
	const words = phrase.split(' ');
	return words.slice(0, Math.ceil(words.length / 2)).join(' ');
}

function inventToolTurns(random: Random, scenario: Scenario, afterMs: number, mayFail: boolean) {
	const tool = random.pick(scenario.tools);
	return planToolTurns(random, tool, afterMs, () => {
		const isError = mayFail && random.chance(0.2);
		return { output: isError ? tool.failure : tool.output, isError };
	});
}
