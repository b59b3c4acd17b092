import { appendFileSync } from 'node:fs';
import { countBurst, describeCounts, type Counts } from './count-burst.mts';
import { disturbBurst, lockMs, recoverExecutions } from './disturb-burst.mts';
import { runSideBySide } from './run-side-by-side.mts';
import { sendBurst } from './send-burst.mts';
import { startQueueHost, type QueueHost } from './start-queue-host.mts';
import { buildDeliveredWorkflow, buildManualWorkflow, buildRecordWorkflow } from './workflows.mts';

jest.setTimeout(1_200_000);

// A whole n8n in queue mode: Redis, PostgreSQL, one main, two webhook processors, two workers.
const conversations = Number(process.env.QUEUE_CONVERSATIONS ?? 800);
const concurrency = 10;
let host: QueueHost;

beforeAll(async () => {
	host = await startQueueHost({
		concurrency,
		environment: {
			// Three times as many executions a second as the default one; nothing here depends on it.
			N8N_EXPRESSION_ENGINE: 'legacy',
			// With n8n's own 60 s a killed worker's jobs may count as stalled before both processors are
			// restarted.
			QUEUE_WORKER_LOCK_DURATION: String(lockMs),
			// What the killed worker had is looked for this often, and not each half minute.
			QUEUE_WORKER_STALLED_INTERVAL: '5000',
			// n8n ends if Redis is away for 10 s. It is for 5 here, and for what it takes to end and to start.
			QUEUE_BULL_REDIS_TIMEOUT_THRESHOLD: '60000',
			// A processor waits as long for executions that the killed worker will never end.
			N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '10',
		},
	});
});

afterAll(() => host.close());

describe('ten executions at the same time that all meet an expired access token', () => {
	let delivered: string;
	let manual: string;

	beforeAll(async () => {
		const { client, signIn } = host;
		manual = (await client.createWorkflow(buildManualWorkflow(signIn))).id;
		delivered = (await client.createWorkflow(buildDeliveredWorkflow(signIn))).id;
		await client.activate(delivered);
	});

	afterAll(() => host.client.deactivate(delivered));

	test.each([
		['on one n8n', 10, 0],
		['on two workers', 0, 10],
		['on main and two workers', 5, 5],
	])('%s lead to one refresh and ten successes', async (_name, onMain, onWorkers) => {
		const outcome = await runSideBySide(host, { manual, delivered, onMain, onWorkers });
		expect(outcome).toEqual({
			rejected: onMain + onWorkers,
			refreshes: 1,
			succeeded: onMain + onWorkers,
			failed: 0,
		});
	});
});

describe(`${conversations} conversations in a burst, with a part of n8n gone at a time`, () => {
	let counts: Counts;
	let retried: number;

	beforeAll(async () => {
		const { client, sandbox } = host;
		const saved = await client.createWorkflow(buildRecordWorkflow(host.signIn, host.ledger));
		sandbox.registrations.length = 0;
		await client.activate(saved.id);
		const burst = sendBurst(sandbox, conversations);
		const { pendingAtRedisStop } = await disturbBurst(host, burst, conversations);
		retried = await recoverExecutions(host);
		counts = await countBurst(host.queue, burst.deliveries(), pendingAtRedisStop);
		report(`${describeCounts(counts)}\ncut off in the killed worker and retried: ${retried}`);
	});

	test('every one is answered with 200 in the end', () => {
		expect(counts).toMatchObject({ sent: conversations, answered200: conversations });
	});

	test('every one that was answered with 200 is executed', () => {
		expect(counts).toMatchObject({ executed: conversations, lost: [] });
	});

	test('none is executed twice for a reason that the docs do not state', () => {
		expect(counts.twiceWithoutReason).toEqual([]);
	});

	test('the killed worker cut off no more executions than it runs side by side', () => {
		expect(retried).toBeGreaterThan(0);
		expect(retried).toBeLessThanOrEqual(concurrency + counts.twice['delivered again'].length);
	});

	test('without keys a processor answers 503 until the identity server is back', () => {
		const sequences = Object.keys(counts.answers);
		expect(sequences.filter((sequence) => sequence.includes('503'))).not.toEqual([]);
	});

	test('no restart registers anything again', () => {
		expect(host.sandbox.registrations).toHaveLength(1);
		expect(host.sandbox.trappedCalls).toEqual([]);
	});
});

/** Shows text at the end of the run, if what jest prints is discarded. */
function report(text: string): void {
	const file = process.env.SUITE_NOTE;
	if (file === undefined) console.log(text);
	else appendFileSync(file, `${text}\n`);
}
