import type { Random } from './random.mts';

/** One history entry before it has a date: moments are milliseconds since the agent joined. */
export interface PlannedTurn {
	role: string;
	kind: string;
	id: string;
	createdAtMs: number;
	content?: string;
	interrupted?: boolean;
	transcriptConfidence?: number;
	/** Who is heard, and when. */
	speech?: { speaker: 'agent' | 'caller'; startMs: number; stopMs: number };
	/** In seconds. */
	delays?: Record<string, number>;
	tool?: {
		name: string;
		callId: string;
		argumentsJson?: string;
		output?: string;
		isError?: boolean;
	};
	handoffToAgentId?: string;
	instructions?: string;
	toolsAdded?: string[];
}

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

/** A tool's call and its output: two turns that share a call id. `run` tells what came of it. */
export function planToolTurns(
	random: Random,
	tool: { name: string; toolArguments: Record<string, unknown> },
	afterMs: number,
	run: () => { output: string; isError: boolean },
): [PlannedTurn, PlannedTurn] {
	const { name } = tool;
	const callId = `call_${random.hex(16)}`;
	const calledAtMs = afterMs + random.integer(300, 900);
	const { output, isError } = run();
	return [
		{
			role: 'Assistant',
			kind: 'FunctionCall',
			id: `item_${random.hex(12)}`,
			createdAtMs: calledAtMs,
			tool: { name, callId, argumentsJson: JSON.stringify(tool.toolArguments) },
		},
		{
			role: 'Tool',
			kind: 'FunctionCallOutput',
			id: `item_${random.hex(12)}`,
			createdAtMs: calledAtMs + random.integer(80, 1500),
			tool: { name, callId, output, isError },
		},
	];
}
