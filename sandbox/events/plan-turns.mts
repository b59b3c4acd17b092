import type { Random } from './create-random.mts';
import type { Scenario } from './scenarios.mts';
import { planToolTurns } from './plan-tool-turns.mts';
import type { PlannedTurn } from './planned-turn.mts';

export interface TurnFeatures {
	tools: boolean;
	handoff: boolean;
	interruptions: boolean;
}

const millisecondsPerWord = 330;

const speakingTime = (text: string) => 400 + text.split(' ').length * millisecondsPerWord;

/** Plans `count` turns. With 8 or more of them every feature that is switched on occurs. */
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
	let atMs = 0;
	yield {
		role: 'System',
		kind: 'Message',
		id: `item_${random.hex(12)}`,
		createdAtMs: atMs,
		content: scenario.instructions,
		instructions: scenario.instructions,
		toolsAdded: scenario.tools.map((tool) => tool.name),
	};
	const greeting = planAgentTurn(random, scenario.greeting, atMs, false);
	yield greeting;
	atMs = greeting.speech.stopMs;

	for (let round = 0; ; round += 1) {
		const caller = planCallerTurn(random, scenario, atMs);
		yield caller;
		atMs = caller.speech.stopMs;
		if (features.tools && (round === 0 || random.chance(0.3))) {
			const toolTurns = planToolTurns(random, scenario, atMs, round > 0);
			yield* toolTurns;
			atMs = toolTurns[1].createdAtMs;
		}
		const interrupted = features.interruptions && (round === 0 || random.chance(0.15));
		const answer = planAgentTurn(random, random.pick(scenario.agentPhrases), atMs, interrupted);
		yield answer;
		atMs = answer.speech.stopMs;
		if (features.handoff && round === 0) yield planHandoff(random, scenario, atMs);
	}
}

type SpokenTurn = PlannedTurn & Required<Pick<PlannedTurn, 'speech'>>;

function planCallerTurn(random: Random, scenario: Scenario, afterMs: number): SpokenTurn {
	const content = random.pick(scenario.callerPhrases);
	const startMs = afterMs + random.integer(200, 900);
	const stopMs = startMs + speakingTime(content);
	const delays = {
		transcription_delay: random.decimal(0.1, 0.6, 3),
		end_of_turn_delay: random.decimal(0.3, 1.1, 3),
		on_user_turn_completed_delay: random.decimal(0.001, 0.05, 3),
	};
	return {
		role: 'User',
		kind: 'Message',
		id: `item_${random.hex(12)}`,
		createdAtMs: stopMs,
		content,
		interrupted: false,
		transcriptConfidence: random.decimal(0.78, 0.99, 3),
		speech: { speaker: 'caller', startMs, stopMs },
		delays,
	};
}

function planAgentTurn(
	random: Random,
	phrase: string,
	afterMs: number,
	interrupted: boolean,
): SpokenTurn {
	const ttft = random.decimal(0.25, 0.9, 3);
	const ttfb = random.decimal(0.1, 0.4, 3);
	const latency = Number((ttft + ttfb + random.decimal(0.3, 0.8, 3)).toFixed(3));
	const words = phrase.split(' ');
	const content = interrupted ? words.slice(0, Math.ceil(words.length / 2)).join(' ') : phrase;
	const startMs = afterMs + Math.round(latency * 1000);
	return {
		role: 'Assistant',
		kind: 'Message',
		id: `item_${random.hex(12)}`,
		createdAtMs: startMs,
		content,
		interrupted,
		speech: { speaker: 'agent', startMs, stopMs: startMs + speakingTime(content) },
		delays: { llm_node_ttft: ttft, tts_node_ttfb: ttfb, e2e_latency: latency },
	};
}

function planHandoff(random: Random, scenario: Scenario, atMs: number): PlannedTurn {
	return {
		role: 'Assistant',
		kind: 'AgentHandoff',
		id: `item_${random.hex(12)}`,
		createdAtMs: atMs + random.integer(5, 60),
		handoffToAgentId: random.uuid(),
		instructions: 'Take over politely and do not ask again for what is known already.',
		toolsAdded: [...scenario.specialistTools],
	};
}
