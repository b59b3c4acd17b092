import * as z from 'zod/v4';
import type { QueueMode } from '../../host/queue/start-queue-mode.mts';
import type { LoggedDelivery } from '../../sandbox/types.mts';
import { ledger } from './ledger.mts';

const ledgerRows = z.array(z.object({ conversation_id: z.string(), execution_id: z.string() }));
const crashedRows = z.array(z.object({ id: z.coerce.string(), retry_id: z.coerce.string() }));

const executionRows = z.array(z.object({ id: z.coerce.string(), status: z.string() }));

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
type Reason = 'delivered again' | 'retried' | 'queued again';

/** What a burst came to, as PostgreSQL tells it. Each list holds ids of conversations. */
export interface Counts {
	sent: number;
	/** Answered with 200 in the end. */
	answered200: number;
	/** Conversations with at least one finished run. */
	executed: number;
	/** Answered with 200 and never run to the end: with its answers and what n8n holds of it. */
	lost: string[];
	/** Run twice for a reason that the docs state. */
	twice: Record<Reason, string[]>;
	/** Run twice for no reason that the docs state: with its executions. */
	twiceWithoutReason: string[];
	/** How often each sequence of answers was given to the sender. */
	answers: Record<string, number>;
}

/**
 * Counts the rows that executions wrote, against what the sender was answered. `pendingAtRedisStop` are
 * the conversations whose sender waited for an answer when Redis was stopped.
 */
export async function countBurst(
	{ postgres, database }: QueueMode,
	deliveries: LoggedDelivery[],
	pendingAtRedisStop: string[],
): Promise<Counts> {
	const written = ledgerRows.parse(
		await postgres.query(
			ledger.database,
			`select conversation_id, execution_id from ${ledger.table}`,
		),
	);
	const retried = crashedRows.parse(
		await postgres.query(
			database,
			`select c.id, r.id as retry_id from execution_entity c
			 join execution_entity r on r."retryOf" = c.id::text where c.status = 'crashed'`,
		),
	);
	const runs = new Map<string, string[]>();
	for (const row of written) {
		const earlier = runs.get(row.conversation_id) ?? [];
		runs.set(row.conversation_id, [...earlier, row.execution_id]);
	}
	const counts: Counts = {
		sent: deliveries.length,
		answered200: 0,
		executed: runs.size,
		lost: [],
		twice: { 'delivered again': [], retried: [], 'queued again': [] },
		twiceWithoutReason: [],
		answers: {},
	};
	for (const { conversationId, attempts, state } of deliveries) {
		const statuses = attempts.map(({ status }) => status);
		const answers = statuses.join(', ');
		counts.answers[answers] = (counts.answers[answers] ?? 0) + 1;
		if (state === 'delivered') counts.answered200 += 1;
		const executions = runs.get(conversationId) ?? [];
		if (executions.length === 0 && state === 'delivered') {
			const held = await describeHeld({ postgres, database }, conversationId);
			counts.lost.push(`${conversationId}: answered ${answers}; ${held}`);
		}
		if (executions.length < 2) continue;
		const reason = explainTwice({
			executions,
			statuses,
			wasPendingAtRedisStop: pendingAtRedisStop.includes(conversationId),
			retried,
		});
		if (reason) counts.twice[reason].push(conversationId);
		else counts.twiceWithoutReason.push(`${conversationId}: executions ${executions.join(', ')}`);
	}
	return counts;
}

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

// An execution whose data was overwritten names its conversation no more.
async function describeHeld(
	{ postgres, database }: Pick<QueueMode, 'postgres' | 'database'>,
	conversationId: string,
): Promise<string> {
	const rows = executionRows.parse(
		await postgres.query(
			database,
			`select e.id, e.status from execution_entity e
			 join execution_data d on d."executionId" = e.id
			 where d.data like '%${conversationId}%'`,
		),
	);
	if (rows.length === 0) return 'no execution holds it';
	return `held by ${rows.map(({ id, status }) => `${id} ${status}`).join(', ')}`;
}

/** The counts for a person to read; no conversation is named. */
export function describeCounts(counts: Counts): string {
	const answers = Object.entries(counts.answers).sort(([, a], [, b]) => b - a);
	const { 'delivered again': deliveredAgain, 'queued again': queuedAgain, retried } = counts.twice;
	const twice = deliveredAgain.length + queuedAgain.length + retried.length;
	return [
		`sent:                   ${counts.sent}`,
		`answered 200:           ${counts.answered200}`,
		`executed:               ${counts.executed}`,
		`lost after a 200:       ${counts.lost.length}`,
		`executed twice:         ${twice + counts.twiceWithoutReason.length}`,
		`  delivered again:      ${deliveredAgain.length}`,
		`  retried after a kill: ${retried.length}`,
		`  queued again:         ${queuedAgain.length}`,
		`  for no known reason:  ${counts.twiceWithoutReason.length}`,
		'answers to the sender (0: none came), and to how many conversations:',
		...answers.map(([sequence, count]) => `  ${sequence}: ${count}`),
	].join('\n');
}
