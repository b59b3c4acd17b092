import * as z from 'zod/v4';
import { waitUntil } from '../../host/wait-until.mts';
import type { QueueHost } from './start-queue-host.mts';

const drainLimitMs = 240_000;
const recoveryLimitMs = 30_000;
const executionIds = z.array(z.object({ id: z.coerce.string() }));

// The names that Bull gives n8n's lists of jobs.
const lists = ['bull:jobs:wait', 'bull:jobs:active'];

/**
 * What an operator does after a worker was killed: once its jobs count as stalled, restart main, which
 * marks what nobody works on as crashed, and retry those. Returns how many there were.
 */
export async function recoverExecutions(host: QueueHost): Promise<number> {
	await waitUntil(() => isQueueEmpty(host), {
		what: 'the queue to become empty',
		timeoutMs: drainLimitMs,
		intervalMs: 1000,
	});
	await host.queue.main.restart();
	await waitUntil(
		async () => {
			const open = await findExecutions(host, `status in ('new', 'running')`);
			return open.length === 0 ? true : undefined;
		},
		{ what: 'main to mark the executions that nobody works on', timeoutMs: recoveryLimitMs },
	);
	const crashed = await findExecutions(host, `status = 'crashed'`);
	for (const id of crashed) {
		await host.session.api('POST', `/executions/${id}/retry`, { loadWorkflow: false });
	}
	return crashed.length;
}

async function isQueueEmpty({ queue }: QueueHost): Promise<true | undefined> {
	const lengths = await Promise.all(lists.map((list) => queue.redis.ask(`LLEN ${list}`)));
	return lengths.every((length) => length === ':0') ? true : undefined;
}

async function findExecutions({ queue }: QueueHost, condition: string): Promise<string[]> {
	const rows = await queue.postgres.query(
		queue.database,
		`select id from execution_entity where ${condition}`,
	);
	return executionIds.parse(rows).map(({ id }) => id);
}
