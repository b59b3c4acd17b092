import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import { waitUntil } from '../../host/wait-until.mts';
import type { LoggedDelivery } from '../../sandbox/types.mts';
import { sendTestEvent } from './send-test-event.mts';
import { findWebhookUrl, useHost } from '../support/n8n/start-host.mts';
import type { CredentialReference } from '../support/n8n/connect-at-sandbox.mts';
import {
	countExecutions,
	countSuccesses,
	createNode,
	createTrigger,
	findDatabase,
	postEvent,
	publishNodes,
	withEnvironment,
} from '../support/n8n/trigger-scene.mts';

// What n8n or the trigger cannot take just now must be neither acknowledged nor taken for a duplicate
// when the sender tries again.
const host = useHost({ retryDelaysMs: Array.from({ length: 60 }, () => 500) });
let credential: CredentialReference;

beforeAll(async () => {
	credential = await host.connect();
});

const urlOf = (workflow: SavedWorkflow) => findWebhookUrl(host.n8n, workflow);
const isSuccess = (httpStatus: number) => httpStatus >= 200 && httpStatus < 300;
const accepted = (id: string) => ({ httpStatus: 200, body: { status: 'accepted', id } });

/** Waits until the only delivery to this workflow has been attempted at least once, in vain. */
async function waitForFailedAttempt(workflow: SavedWorkflow): Promise<LoggedDelivery> {
	const [delivery, ...others] = await waitUntil(
		() => {
			const found = host.sandbox.deliveries.filter(({ url }) => url === urlOf(workflow));
			return found.some(({ attempts }) => attempts.length > 0) ? found : undefined;
		},
		{ what: 'the first attempt of the delivery', timeoutMs: 60_000 },
	);
	expect(others).toEqual([]);
	if (delivery === undefined) throw new Error('Nothing was delivered.');
	expect(delivery.state).toBe('pending');
	return delivery;
}

/** What the attempts of a delivery were answered; each answer has to be a JSON object. */
function readAttempts({ attempts }: LoggedDelivery) {
	return attempts.map(({ status, answer }) => {
		const body: unknown = JSON.parse(answer);
		expect(body).toEqual(expect.any(Object));
		return { httpStatus: status, body };
	});
}

describe("while n8n's database cannot be written", () => {
	let workflow: SavedWorkflow;
	let database: DatabaseSync | undefined;

	const lockDatabase = (): void => {
		database = new DatabaseSync(findDatabase(host), { timeout: 5000 });
		// Reading goes on, also without a write-ahead log.
		database.exec('BEGIN IMMEDIATE');
	};

	/** Also if a test failed: n8n cannot be ended in order otherwise. */
	const unlockDatabase = (): void => {
		database?.close();
		database = undefined;
	};

	beforeEach(async () => {
		workflow = await publishNodes(host, credential, [createTrigger()]);
	});

	afterEach(() => {
		unlockDatabase();
		host.sandbox.registrations.length = 0;
	});

	test('the sender gets no 2xx, and its retry afterwards is executed once', async () => {
		lockDatabase();
		const delivering = host.sandbox.finishConversation();
		await waitForFailedAttempt(workflow);
		expect(countExecutions(host, workflow.id)).toBe(0);
		unlockDatabase();

		const { record, deliveries } = await delivering;
		expect(deliveries.map(({ state }) => state)).toEqual(['delivered']);
		const answers = deliveries.flatMap(readAttempts);
		expect(answers.at(-1)).toEqual(accepted(String(record.id)));
		expect(answers.slice(0, -1).every(({ httpStatus }) => httpStatus >= 500)).toBe(true);
		expect(await countSuccesses(host, workflow.id)).toBe(1);
	});

	test('simultaneous copies get no 2xx either, and one of the retries is executed', async () => {
		const record = { id: randomUUID(), status: 'Completed' };
		const send = () => postEvent(urlOf(workflow), record);
		lockDatabase();
		const rejected = await Promise.all([send(), send(), send()]);
		expect(rejected.filter(({ httpStatus }) => isSuccess(httpStatus))).toEqual([]);
		expect(countExecutions(host, workflow.id)).toBe(0);
		unlockDatabase();

		const answers = await Promise.all([send(), send(), send()]);
		expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200]);
		expect(answers.map(({ body }) => body.status).toSorted()).toEqual([
			'accepted',
			'duplicate',
			'duplicate',
		]);
		expect(await countSuccesses(host, workflow.id)).toBe(1);
	});
});

// n8n stores an execution beyond its limit at once, and answers when there is a place for it.
test('a sender that gives up waiting for a place starts nothing more by delivering again', async () => {
	const environment = { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1', N8N_PAYLOAD_SIZE_MAX: '0.003' };
	await withEnvironment(host, environment, async () => {
		const wait = createNode('Wait', 'n8n-nodes-base.wait', 1.1, {
			resume: 'timeInterval',
			amount: 8,
			unit: 'seconds',
		});
		const workflow = await publishNodes(host, credential, [createTrigger(), wait]);
		// A sample has more than 0.003 MB. n8n does not say that this is why.
		expect(await sendTestEvent(host, credential, urlOf(workflow))).toMatchObject({
			result: 'server-failed',
			http_status: 500,
			explanation: expect.stringContaining('N8N_PAYLOAD_SIZE_MAX'),
		});
		await postEvent(urlOf(workflow), { id: randomUUID() });

		const record = { id: randomUUID() };
		const body = JSON.stringify({ event: 'ConversationComplete', data: record });
		const headers = { 'content-type': 'application/json' };
		const patience = new AbortController();
		const givenUp = fetch(urlOf(workflow), {
			method: 'POST',
			headers,
			body,
			signal: patience.signal,
		});
		await waitUntil(() => (countExecutions(host, workflow.id) === 2 ? true : undefined), {
			what: 'the execution to be stored',
			timeoutMs: 30_000,
		});
		patience.abort();
		await expect(givenUp).rejects.toThrow('aborted');

		// A copy waits for the first for a few seconds alone; then the sender is to come again.
		const settled = async () => {
			const { httpStatus, body: answer } = await postEvent(urlOf(workflow), record);
			return httpStatus === 503 ? undefined : answer.status;
		};
		const what = 'the first delivery to be answered';
		expect(await waitUntil(settled, { what, timeoutMs: 30_000 })).toBe('duplicate');
		expect(await countSuccesses(host, workflow.id)).toBe(2);
	}).finally(async () => {
		host.sandbox.registrations.length = 0;
		await host.n8n.restart();
	});
});

test('without keys, the sender of what must verify gets 503 with Retry-After, and its retry afterwards is executed once', async () => {
	const workflow = await publishNodes(host, credential, [
		createTrigger({ verifyDeliveries: 'require' }),
	]);
	// Publishing verified the sign-in: only a fresh process has no keys.
	await host.n8n.restart();
	// As the service signs its deliveries.
	const token = await host.sandbox.identity.signJwt({
		aud: host.sandbox.identity.audience,
		sub: host.sandbox.user.id,
		azp: 'voice-agent-service',
	});
	await host.sandbox.switchOnFault('away', { target: 'certs' });
	const record = { id: randomUUID(), status: 'Completed' };
	const unavailable = {
		httpStatus: 503,
		retryAfter: expect.stringMatching(/^[1-9]\d?$/),
		body: { status: 'unavailable', reason: 'keys-unavailable' },
	};
	expect(await postEvent(urlOf(workflow), record, { token })).toEqual(unavailable);

	const delivering = host.sandbox.deliver(record);
	await waitForFailedAttempt(workflow);
	expect(countExecutions(host, workflow.id)).toBe(0);
	host.sandbox.clearFaults();

	const deliveries = await delivering;
	expect(deliveries.map(({ state }) => state)).toEqual(['delivered']);
	const answers = deliveries.flatMap(readAttempts);
	expect(answers.at(-1)).toEqual(accepted(record.id));
	for (const { httpStatus, body } of answers.slice(0, -1)) {
		expect({ httpStatus, body }).toEqual({ httpStatus: 503, body: unavailable.body });
	}
	expect(await countSuccesses(host, workflow.id)).toBe(1);
});
