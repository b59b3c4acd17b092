import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../sandbox/n8n/wait-until.mts';
import type { Burst } from './send-burst.mts';
import type { QueueHost } from './start-queue-host.mts';

const redisAwayMs = 5000;
const refusalsWanted = 10;
const refusalLimitMs = 60_000;

/** Takes one part of n8n away at a time while the burst of `total` conversations goes on. */
export async function disturbBurst(host: QueueHost, burst: Burst, total: number): Promise<void> {
	const { queue, sandbox } = host;
	const [firstProcessor, secondProcessor] = queue.processors;
	const [, lastWorker] = queue.workers;
	if (!firstProcessor || !secondProcessor || !lastWorker) {
		throw new Error('Two processors and two workers are needed.');
	}

	burst.allow(total * 0.3);
	await burst.accepted(total * 0.1);
	await lastWorker.kill();
	await lastWorker.restart();

	// Both processors are restarted before the killed worker's jobs count as stalled: a processor that
	// still waits for one of them would overwrite the execution's data with the error (docs/queue-mode).
	burst.allow(total * 0.5);
	await burst.accepted(total * 0.35);
	await firstProcessor.restart();

	burst.allow(total * 0.6);
	await sandbox.switchOnFault('away', { target: 'certs' });
	await secondProcessor.kill();
	await secondProcessor.restart();
	// It has no keys yet and cannot get any; the other one has them.
	burst.allow(total * 0.75);
	await waitUntil(() => (countRefusals(burst) >= refusalsWanted ? true : undefined), {
		what: `${refusalsWanted} deliveries that are answered with 503`,
		timeoutMs: refusalLimitMs,
	});
	sandbox.clearFaults();

	burst.allow(total * 0.9);
	await burst.accepted(total * 0.78);
	await queue.redis.stop();
	await sleep(redisAwayMs);
	await queue.redis.start();

	burst.allow(total);
	await burst.ended;
}

const countRefusals = (burst: Burst): number =>
	burst.deliveries().filter(({ attempts }) => attempts.some(({ status }) => status === 503)).length;
