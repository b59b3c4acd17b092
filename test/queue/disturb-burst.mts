import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/v4';
import type { QueueMode } from '../../host/queue/start-queue-mode.mts';
import { waitUntil } from '../../host/wait-until.mts';
import type { Burst } from './send-burst.mts';
import type { QueueHost } from './start-queue-host.mts';

const redisAwayMs = 5000;
const rejectionsWanted = 10;

/** How long a worker's lock on a job holds without a renewal, which comes every 10 s. */
export const lockMs = 180_000;

/** The jobs that a worker has begun and not ended, by its log; the last of them as it said last. */
function readWork(log: string) {
	const underWay = new Set<string>();
	let last: string | undefined;
	for (const [, what, job = ''] of log.matchAll(/Worker (started|finished) .*\(job (\d+)\)/g)) {
		if (what === 'started') underWay.add(job);
		else underWay.delete(job);
		last = what;
	}
	return { jobs: [...underWay], hasJustBegun: last === 'started' };
}

/**
 * Takes one part of n8n away at a time while the burst of `total` conversations goes on. Resolves with
 * the conversations whose sender waited for an answer when Redis was stopped.
 */
export async function disturbBurst(
	host: QueueHost,
	burst: Burst,
	total: number,
): Promise<{ pendingAtRedisStop: string[] }> {
	const { queue, sandbox } = host;
	const [firstProcessor, secondProcessor] = queue.processors;
	const [, lastWorker] = queue.workers;
	if (!firstProcessor || !secondProcessor || !lastWorker) {
		throw new Error('Two processors and two workers are needed.');
	}

	burst.allow(total * 0.5);
	await burst.accepted(total * 0.1);
	await waitUntil(() => readWork(lastWorker.log()).hasJustBegun || undefined, {
		what: 'the worker to begin something',
		intervalMs: 10,
	});
	const killedAt = Date.now();
	await lastWorker.kill();
	const [cutOff] = readWork(lastWorker.log()).jobs;

	// A processor that still waits for one of the killed worker's jobs when it counts as stalled would
	// overwrite the execution's data with that error (docs/operate.md): both are restarted before.
	await firstProcessor.restart();
	await sandbox.switchOnFault('away', { target: 'certs' });
	await secondProcessor.kill();
	if (Date.now() - killedAt > lockMs - 10_000) {
		throw new Error('The processors were not restarted before the locks ended.');
	}
	await endLocks(queue, cutOff);
	await Promise.all([secondProcessor.restart(), lastWorker.restart()]);
	// It has no keys yet and cannot get any; the other one has them.
	burst.allow(total * 0.75);
	await waitUntil(() => (countRejections(burst) >= rejectionsWanted ? true : undefined), {
		what: `${rejectionsWanted} deliveries that are answered with 503`,
	});
	sandbox.clearFaults();

	burst.allow(total * 0.9);
	await burst.accepted(total * 0.78);
	await queue.redis.stop();
	const pendingAtRedisStop = burst
		.deliveries()
		.filter(({ state }) => state === 'pending')
		.map(({ conversationId }) => conversationId);
	await sleep(redisAwayMs);
	await queue.redis.start();

	burst.allow(total);
	await burst.ended;
	return { pendingAtRedisStop };
}

/** Ends the locks of the worker that holds this job: all that it holds counts as stalled from now on. */
async function endLocks({ redis }: QueueMode, job: string | undefined): Promise<void> {
	const readOwner = (id: string | undefined) => redis.ask(`GET bull:jobs:${id}:lock`);
	const owner = await readOwner(job);
	const active = await redis.ask('LRANGE bull:jobs:active 0 -1');
	// Also what it has taken and not yet named in its log.
	for (const [, id] of active.matchAll(/^(\d+)\r?$/gm)) {
		if ((await readOwner(id)) === owner) await redis.ask(`DEL bull:jobs:${id}:lock`);
	}
}

const countRejections = (burst: Burst): number =>
	burst.deliveries().filter(({ attempts }) => attempts.some(({ status }) => status === 503)).length;

const drainLimitMs = 600_000;
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
	await waitUntilAllEnded(host);
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

/** Waits until n8n counts no execution as queued or under way. */
export async function waitUntilAllEnded(host: QueueHost): Promise<void> {
	const look = async () =>
		(await findExecutions(host, `status in ('new', 'running')`)).length === 0 || undefined;
	await waitUntil(look, { what: 'every execution to end', timeoutMs: drainLimitMs });
}

/** The ids of the executions that meet a condition of SQL. */
export async function findExecutions({ queue }: QueueHost, condition: string): Promise<string[]> {
	const rows = await queue.postgres.query(
		queue.database,
		`select id from execution_entity where ${condition}`,
	);
	return executionIds.parse(rows).map(({ id }) => id);
}
