import type { Random } from './create-random.mts';
import type { PlannedTurn } from './planned-turn.mts';

export type SpokenTurn = PlannedTurn & Required<Pick<PlannedTurn, 'speech'>>;

const millisecondsPerWord = 330;

const speakingTime = (text: string) => 400 + text.split(' ').length * millisecondsPerWord;

/** What the agent was told before anyone spoke. */
export function planInstructions(
	random: Random,
	{ instructions, tools }: { instructions: string; tools: readonly string[] },
): PlannedTurn {
	return {
		role: 'System',
		kind: 'Message',
		id: `item_${random.hex(12)}`,
		createdAtMs: 0,
		content: instructions,
		instructions,
		toolsAdded: [...tools],
	};
}

/** What the person on the telephone says, or the voice in their place. */
export function planCallerSpeech(random: Random, content: string, afterMs: number): SpokenTurn {
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

/** What is heard of the agent: `content` ends at an interruption. */
export function planAgentSpeech(
	random: Random,
	content: string,
	afterMs: number,
	interrupted: boolean,
): SpokenTurn {
	const ttft = random.decimal(0.25, 0.9, 3);
	const ttfb = random.decimal(0.1, 0.4, 3);
	const latency = Number((ttft + ttfb + random.decimal(0.3, 0.8, 3)).toFixed(3));
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

/** Another agent takes over. */
export function planHandoff(
	random: Random,
	instructions: string,
	toolsAdded: readonly string[],
	afterMs: number,
): PlannedTurn {
	return {
		role: 'Assistant',
		kind: 'AgentHandoff',
		id: `item_${random.hex(12)}`,
		createdAtMs: afterMs + random.integer(5, 60),
		handoffToAgentId: random.uuid(),
		instructions,
		toolsAdded: [...toolsAdded],
	};
}
