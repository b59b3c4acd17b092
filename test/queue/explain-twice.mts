/** What is known of a conversation that ran more than once. */
export interface RepeatedRuns {
	/** Ids of the executions that wrote a row, one for each row. */
	executions: string[];
	/** What each attempt of its delivery was answered with, 0 if no answer came. */
	statuses: number[];
	/** Whether the sender waited for its answer when Redis was stopped. */
	wasPendingAtRedisStop: boolean;
	/** Executions that were cut off, each with the execution that retried it. */
	retried: { id: string; retry_id: string }[];
}

/** A reason that docs/operate.md states. */
export type Reason = 'delivered again' | 'retried' | 'queued again';

/** The reason for which a conversation ran more than once; `undefined` if the docs state none. */
export function explainTwice(runs: RepeatedRuns): Reason | undefined {
	if (runs.statuses.filter(mayHaveTakenEffect).length >= runs.executions.length) {
		return 'delivered again';
	}
	if (runs.retried.some((pair) => isPair(runs.executions, pair))) return 'retried';
	if (runs.wasPendingAtRedisStop && isOneQueuedTwice(runs.executions)) return 'queued again';
	return undefined;
}

/** An attempt that n8n may have executed, whatever the sender heard of it. 503 and 404 are ours or say no. */
const mayHaveTakenEffect = (status: number) =>
	status === 0 || status === 200 || (status >= 500 && status !== 503);

const isPair = (executions: string[], { id, retry_id }: RepeatedRuns['retried'][number]) =>
	executions.length === 2 && executions.includes(id) && executions.includes(retry_id);

// n8n adds a job again if it did not hear whether Redis took it: two jobs with one execution id.
const isOneQueuedTwice = (executions: string[]) =>
	executions.length === 2 && executions[0] === executions[1];
