import type { TestEvaluation } from '../dialogues/dialogue.mts';
import type { ConversationOptions } from './event-types.mts';
import type { ConversationIds } from './create-ids.mts';
import type { PlannedTurn } from './planned-turn.mts';
import type { ConversationTimes } from './plan-times.mts';

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
