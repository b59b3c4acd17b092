import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { projectRoot } from '../../scripts/project-paths.mjs';
import type { Check, Outcomes } from './check-deliveries.mts';
import { hostileDeliveries } from './corpus/hostile-deliveries.mts';

jest.setTimeout(600_000);

let plainNode: Worker;

beforeAll(async () => {
	plainNode = new Worker(join(projectRoot, 'test/hostile/check-deliveries.mts'), {
		execArgv: ['--import', join(projectRoot, 'scripts/resolve-sources.mjs'), '--no-warnings'],
		stdout: true,
	});
	// The log of thousands of rejections.
	plainNode.stdout.resume();
	// Rejects with what ends the thread.
	await once(plainNode, 'message');
});

afterAll(() => plainNode.terminate());

/** Throws what the check found, or what ends the thread. */
async function check(what: Check): Promise<Outcomes> {
	const answered = once(plainNode, 'message');
	plainNode.postMessage(what);
	const [{ outcomes, failure }] = await answered;
	if (failure !== undefined) throw new Error(failure);
	return outcomes;
}

test.each(hostileDeliveries)('the delivery "$name" is $outcome', async ({ name, outcome }) => {
	expect(await check({ name })).toHaveProperty([outcome]);
});

const count = Number(process.env.HOSTILE_DELIVERIES ?? 2_000);
const seed = Number(process.env.HOSTILE_SEED ?? Date.now() % 2 ** 31);

test(`each of ${count} generated deliveries gets an outcome of ours, seed ${seed}`, async () => {
	// What fails is shown with its seed; HOSTILE_SEED repeats it.
	const outcomes = await check({ seed, count });
	// They get past the first checks.
	expect(outcomes.accepted).toBeGreaterThan(count / 10);
	expect(Object.keys(outcomes).length).toBeGreaterThan(8);
});
