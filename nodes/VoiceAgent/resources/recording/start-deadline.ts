import type { IExecuteFunctions } from 'n8n-workflow';

/** How long one recording may take, redirects and repeated tries included. */
export type Deadline = {
	/** Ends what is under way: at the limit, or where the user stops the execution. */
	signal: AbortSignal;
	/** Milliseconds since 1970. */
	endsAtMs: number;
	/** Whether the limit, and not the user, ended it. */
	hasPassed(): boolean;
};

export function startDeadline(context: IExecuteFunctions, milliseconds: number): Deadline {
	const timeout = AbortSignal.timeout(milliseconds);
	const stopped = context.getExecutionCancelSignal();
	return {
		signal: stopped === undefined ? timeout : AbortSignal.any([timeout, stopped]),
		endsAtMs: Date.now() + milliseconds,
		hasPassed: () => timeout.aborted,
	};
}
