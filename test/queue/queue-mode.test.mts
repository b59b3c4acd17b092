import { appendFileSync } from 'node:fs';
import { attachCredential } from '../../host/n8n/voice-agent-nodes.mts';
import { expireTogether, isUserRequest } from '../support/n8n/expire-together.mts';
import { chainByHand } from '../support/n8n/run-by-hand.mts';
import { createAction, createTrigger, publishNodes } from '../support/n8n/trigger-scene.mts';
import { countBurst, describeCounts, type Counts } from './count-burst.mts';
import { deliverSteadily, describeSoak } from './deliver-steadily.mts';
import {
	disturbBurst,
	findExecutions,
	lockMs,
	recoverExecutions,
	waitUntilAllEnded,
} from './disturb-burst.mts';
import { createLedgerNodes } from './ledger.mts';
import { sendBurst } from './send-burst.mts';
import { startQueueHost, type QueueHost } from './start-queue-host.mts';

jest.setTimeout(1_800_000);

// A whole n8n in queue mode: Redis, PostgreSQL, one main, two webhook processors, two workers.
const conversations = Number(process.env.QUEUE_CONVERSATIONS ?? 400);
// At night.
const soakMinutes = Number(process.env.SOAK_MINUTES ?? 0);
const concurrency = 10;
const getUser = createAction('user', 'getCurrent');
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

// On one n8n: test/versions.
test.each([
	['on two workers', 0, 10],
	['on main and two workers', 5, 5],
])(
	'ten executions %s that all meet an expired access token lead to one refresh and ten successes',
	async (_name, onMain, onWorkers) => {
		const { client, sandbox, signIn } = host;
		sandbox.registrations.length = 0;
		const manual = await client.createWorkflow(attachCredential(chainByHand(getUser), signIn));
		const delivered = await publishNodes(host, signIn, [createTrigger(), getUser]);
		const seen = sandbox.requests.length;
		await expireTogether(sandbox, onMain + onWorkers, () =>
			Promise.all([
				...Array.from({ length: onMain }, () => client.run(manual, 'Start')),
				...Array.from({ length: onWorkers }, () => sandbox.finishConversation()),
			]),
		);
		const ended = [
			...(await client.waitForExecutions(manual.id, onMain)),
			...(await client.waitForExecutions(delivered.id, onWorkers)),
		];
		expect(ended.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 'success'));
		const requests = sandbox.requests.slice(seen);
		const rejected = requests.filter((one) => isUserRequest(one) && one.status === 401);
		expect(rejected).toHaveLength(10);
		expect(requests.filter(({ form }) => form.grant_type === 'refresh_token')).toHaveLength(1);
		await client.deactivate(delivered.id);
	},
);

describe(`${conversations} conversations in a burst, with a part of n8n gone at a time`, () => {
	let counts: Counts;
	let retried: number;

	beforeAll(async () => {
		const { sandbox } = host;
		sandbox.registrations.length = 0;
		await publishNodes(host, host.signIn, createLedgerNodes(host.ledger));
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

if (soakMinutes > 0) {
	describe(`a conversation after the other for ${soakMinutes} minutes, while faults come and go`, () => {
		let soak: Awaited<ReturnType<typeof deliverSteadily>>;
		let executions: { succeeded: string[]; all: string[] };

		beforeAll(async () => {
			const { queue, sandbox } = host;
			sandbox.registrations.length = 0;
			const { id } = await publishNodes(host, host.signIn, [
				createTrigger({ verifyDeliveries: 'require' }),
				{ ...getUser, retryOnFail: true, maxTries: 5, waitBetweenTries: 5000 },
			]);
			const [registration] = sandbox.registrations;
			const [processor] = queue.processors;
			if (registration === undefined || processor === undefined) throw new Error('Not registered.');
			registration.url = registration.url.replace(queue.balancer.url, processor.url);
			soak = await deliverSteadily(host, soakMinutes);
			await waitUntilAllEnded(host);
			const ofWorkflow = `"workflowId" = '${id}'`;
			executions = {
				succeeded: await findExecutions(host, `${ofWorkflow} and status = 'success'`),
				all: await findExecutions(host, ofWorkflow),
			};
			report(describeSoak(soak));
		});

		test('every delivery is accepted in the end', () => {
			expect(soak.deliveries.length).toBeGreaterThan(soak.conversations);
			expect(soak.deliveries.filter(({ state }) => state !== 'delivered')).toEqual([]);
		});

		test('every conversation runs once, and ends well', () => {
			expect(executions.all).toHaveLength(soak.conversations);
			expect(executions.succeeded).toHaveLength(soak.conversations);
		});

		test('every fault is met', () => {
			expect(soak.episodes.length).toBeGreaterThan(3);
			expect(soak.episodes.filter(({ metBy }) => metBy === 0)).toEqual([]);
		});

		// A shorter run is all warm-up. A trigger that kept each record, of 60 turns, would need more.
		if (soakMinutes >= 8) {
			test('no process needs much more memory in time', () => {
				expect(Math.max(...soak.growth)).toBeLessThan(40);
			});
		}
	});
}

/** Shows text at the end of the run, if what jest prints is discarded. */
function report(text: string): void {
	const file = process.env.SUITE_NOTE;
	if (file === undefined) console.log(text);
	else appendFileSync(file, `${text}\n`);
}
