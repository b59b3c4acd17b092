/** A conversation that somebody wrote, to be read as one that was held. What it leaves open follows from a seed. */
export interface Dialogue {
	/** What it is about, as the list of conversations shows it. */
	title: string;
	agent: { title: string; instructions: string; tools: readonly string[] };
	/** Who started the call at the service: of a web call or a campaign, not of a call that came in by telephone. */
	startedBy?: string;
	/** `null` if no telephone was involved. */
	line: { provider: string; from: string; to: string } | null;
	locale: string;
	/** `no_answer`: nobody says anything, so there are no steps and no recording. */
	outcome: 'completed' | 'failed' | 'no_answer';
	errorMessage?: string;
	/** What went wrong in the media room. */
	roomError?: string;
	/** Why a person was asked to join. */
	operatorInviteReason?: string;
	campaignName?: string;
	urlParameters?: Readonly<Record<string, string>>;
	testEvaluation?: TestEvaluation;
	hasRecording: boolean;
	steps: readonly DialogueStep[];
}

/** Part 2.7 of the interface document. */
export interface TestEvaluation {
	success: boolean;
	reasons: readonly string[];
	completion_reason: string;
}

/** What happens next. Days are named as people name them, so it may be held on any day. */
export type DialogueStep =
	| { agent: string; isInterrupted?: true }
	| { person: string }
	| { tool: string; toolArguments: Record<string, unknown>; output: string; isError?: true }
	| { handoffInstructions: string; toolsAdded: readonly string[] };
