import type { TestEvaluation } from '../dialogues/dialogue.mts';
import type { ConversationOptions } from '../types.mts';
import type { PlannedTurn } from './plan-turns.mts';
import type { Random } from './random.mts';

/** All that a conversation follows from. */
export interface ConversationInput {
	seed: number;
	/** Milliseconds since the epoch. */
	endedAtMs: number;
	options: ConversationOptions;
}

/** A conversation that has been written or made up, before it takes one of the two shapes. */
export interface PlannedConversation {
	ids: ConversationIds;
	agentTitle: string;
	people: { calledBy: string; provider: string | null; from: string | null; to: string | null };
	locale: string;
	outcome: 'completed' | 'failed' | 'no_answer';
	errorMessage: string | null;
	roomError: string | null;
	operatorInviteReason: string | null;
	campaignName: string | null;
	urlParameters: Readonly<Record<string, string>>;
	/** `null` unless it is an agent test. */
	testEvaluation: TestEvaluation | null;
	hasRecording: boolean;
	turns: PlannedTurn[];
	/** The chat of an agent test with its synthesized caller. */
	synthesizedTurns: PlannedTurn[];
	times: ConversationTimes;
}

export type ConversationIds = ReturnType<typeof createIds>;

/** The ids of one conversation and of all that it names. */
export const createIds = (random: Random) => ({
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
});

export type ConversationTimes = ReturnType<typeof planTimes>;

/** Moments in milliseconds since the epoch, counted back from the end. */
export function planTimes(turns: readonly PlannedTurn[], endedAtMs: number) {
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
