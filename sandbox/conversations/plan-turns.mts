import type { DialogueStep } from '../dialogues/dialogue.mts';
import type { Segment } from '../recordings/stream-wav.mts';
import type { Random } from './random.mts';

/** One history entry before it has a date: moments are milliseconds since the agent joined. */
export interface PlannedTurn {
	/** What part 2.6 has of it, without dates. */
	entry: { role: string; content?: string; kind: string; id: string } & Record<string, unknown>;
	createdAtMs: number;
	/** Who is heard, and when. */
	speech?: Segment;
	/** In seconds. */
	delays?: Record<string, number>;
}

const millisecondsPerWord = 330;

const speakingTime = (text: string) => 400 + text.split(' ').length * millisecondsPerWord;

/** What the agent was told before anyone spoke. */
export function planInstructions(
	random: Random,
	{ instructions, tools }: { instructions: string; tools: readonly string[] },
): PlannedTurn {
	return {
		entry: {
			role: 'System',
			content: instructions,
			kind: 'Message',
			id: `item_${random.hex(12)}`,
			instructions,
			tools_added: [...tools],
		},
		createdAtMs: 0,
	};
}

/** What becomes of a step: the entry of the one who speaks, or a tool's call and its output. */
export function planStep(random: Random, step: DialogueStep, afterMs: number): PlannedTurn[] {
	if ('agent' in step) {
		return [planAgentSpeech(random, step.agent, afterMs, step.isInterrupted ?? false)];
	}
	if ('person' in step) return [planCallerSpeech(random, step.person, afterMs)];
	if ('tool' in step) return planToolTurns(random, step, afterMs);
	return [planHandoff(random, step, afterMs)];
}

/** What the person on the telephone says, or the voice in their place. */
function planCallerSpeech(random: Random, content: string, afterMs: number): PlannedTurn {
	const startMs = afterMs + random.integer(200, 900);
	const stopMs = startMs + speakingTime(content);
	const delays = {
		transcription_delay: random.decimal(0.1, 0.6, 3),
		end_of_turn_delay: random.decimal(0.3, 1.1, 3),
		on_user_turn_completed_delay: random.decimal(0.001, 0.05, 3),
	};
	return {
		entry: {
			role: 'User',
			content,
			kind: 'Message',
			id: `item_${random.hex(12)}`,
			interrupted: false,
			transcript_confidence: random.decimal(0.78, 0.99, 3),
		},
		createdAtMs: stopMs,
		speech: { voice: 'caller', startMs, stopMs },
		delays,
	};
}

/** What is heard of the agent: `content` ends at an interruption. */
function planAgentSpeech(
	random: Random,
	content: string,
	afterMs: number,
	interrupted: boolean,
): PlannedTurn {
	const ttft = random.decimal(0.25, 0.9, 3);
	const ttfb = random.decimal(0.1, 0.4, 3);
	const latency = Number((ttft + ttfb + random.decimal(0.3, 0.8, 3)).toFixed(3));
	const startMs = afterMs + Math.round(latency * 1000);
	return {
		entry: {
			role: 'Assistant',
			content,
			kind: 'Message',
			id: `item_${random.hex(12)}`,
			interrupted,
		},
		createdAtMs: startMs,
		speech: { voice: 'agent', startMs, stopMs: startMs + speakingTime(content) },
		delays: { llm_node_ttft: ttft, tts_node_ttfb: ttfb, e2e_latency: latency },
	};
}

/** Another agent takes over. */
function planHandoff(
	random: Random,
	{ handoffInstructions, toolsAdded }: Extract<DialogueStep, { handoffInstructions: string }>,
	afterMs: number,
): PlannedTurn {
	const id = `item_${random.hex(12)}`;
	const createdAtMs = afterMs + random.integer(5, 60);
	return {
		entry: {
			role: 'Assistant',
			kind: 'AgentHandoff',
			id,
			handoff_to_agent_id: random.uuid(),
			instructions: handoffInstructions,
			tools_added: [...toolsAdded],
		},
		createdAtMs,
	};
}

/** A tool's call and its output: two turns that share a call id. */
function planToolTurns(
	random: Random,
	{ tool, toolArguments, output, isError }: Extract<DialogueStep, { tool: string }>,
	afterMs: number,
): [PlannedTurn, PlannedTurn] {
	const called = { tool_name: tool, tool_call_id: `call_${random.hex(16)}` };
	const calledAtMs = afterMs + random.integer(300, 900);
	return [
		{
			entry: {
				role: 'Assistant',
				kind: 'FunctionCall',
				id: `item_${random.hex(12)}`,
				...called,
				tool_arguments_json: JSON.stringify(toolArguments),
			},
			createdAtMs: calledAtMs,
		},
		{
			entry: {
				role: 'Tool',
				kind: 'FunctionCallOutput',
				id: `item_${random.hex(12)}`,
				...called,
				tool_output: output,
				tool_is_error: isError ?? false,
			},
			createdAtMs: calledAtMs + random.integer(80, 1500),
		},
	];
}
