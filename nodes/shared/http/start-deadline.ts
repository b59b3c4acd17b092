import type { NodeContext } from '../node-context';

/** How long something may take, with every request, redirect and wait that belongs to it. */
export type Deadline = {
	/** Ends what is under way: at the limit, or if the user stops the execution. */
	signal: AbortSignal;
	/** Milliseconds since 1970. */
	endsAtMs: number;
	/** Whether the limit, and not the user, ended it. */
	hasPassed(): boolean;
};

export function startDeadline(context: NodeContext, milliseconds: number): Deadline {
	const timeout = AbortSignal.timeout(milliseconds);
	// Only an execution can be stopped.
	const stopped =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return {
		signal: stopped === undefined ? timeout : AbortSignal.any([timeout, stopped]),
		endsAtMs: Date.now() + milliseconds,
		hasPassed: () => timeout.aborted,
	};
}
