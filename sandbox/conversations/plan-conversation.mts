import type { Dialogue } from '../dialogues/dialogue.mts';
import { dialogues } from '../dialogues/dialogues.mts';
import type { Recording } from '../recordings/stream-wav.mts';
import type { ConversationOptions } from '../types.mts';
import { inventDialogue } from './invent-dialogue.mts';
import { planInstructions, planStep, type PlannedTurn } from './plan-turns.mts';
import { createRandom, type Random } from './random.mts';

/** All that a conversation follows from. */
export interface ConversationInput {
	seed: number;
	/** Milliseconds since the epoch. */
	endedAtMs: number;
	options: ConversationOptions;
}

/** A conversation that was written or made up, before it takes one of the two shapes. */
export interface PlannedConversation {
	ids: ReturnType<typeof createIds>;
	dialogue: Dialogue;
	turns: PlannedTurn[];
	times: ReturnType<typeof planTimes>;
}

/** The dialogue that was asked for, else one that is made up. The same input gives the same conversation. */
export function planConversation(input: ConversationInput): PlannedConversation {
	const { seed, endedAtMs, options } = input;
	const random = createRandom(seed);
	const ids = createIds(random);
	// Of a call that nobody answered there is what the agent was told, and nothing that anyone said.
	const count = options.outcome === 'no_answer' ? 1 : (options.turns ?? 8);
	const dialogue =
		options.dialogue === undefined
			? inventDialogue(random, options, count)
			: dialogues[options.dialogue];
	const planned = planTurns(random, dialogue);
	const turns = options.dialogue === undefined ? planned.slice(0, count) : planned;
	return { ids, dialogue, turns, times: planTimes(turns, endedAtMs, dialogue.outcome) };
}

/** What is heard in a conversation. */
export function planRecording(input: ConversationInput): Recording {
	const { turns, times } = planConversation(input);
	const leadMs = times.agentJoinedAtMs - times.recordingStartedAtMs;
	return {
		segments: turns
			.flatMap(({ speech }) => speech ?? [])
			.map(({ startMs, stopMs, voice }) => ({
				startMs: startMs + leadMs,
				stopMs: stopMs + leadMs,
				voice,
			})),
		durationMs: times.endedAtMs - times.recordingStartedAtMs,
	};
}

/** The ids of one conversation and of all that it names. */
const createIds = (random: Random) => ({
	conversation: random.uuid(),
	agent: random.uuid(),
	startedBy: random.uuid(),
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
});

function planTurns(random: Random, { agent, steps }: Dialogue): PlannedTurn[] {
	const turns = [planInstructions(random, agent)];
	for (const step of steps) {
		const last = turns.at(-1);
		turns.push(...planStep(random, step, last?.speech?.stopMs ?? last?.createdAtMs ?? 0));
	}
	return turns;
}

/** Moments in milliseconds since the epoch, counted back from the end. */
function planTimes(turns: readonly PlannedTurn[], endedAtMs: number, outcome: Dialogue['outcome']) {
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
		durationSeconds: outcome === 'no_answer' ? 0 : (endedAtMs - startedAtMs) / 1000,
	};
}
