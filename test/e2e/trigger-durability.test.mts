import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import type { SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import { waitUntil } from '../../host/wait-until.mts';
import { sendTestEvent } from './send-test-event.mts';
import { serve } from '../support/servers/serve.mts';
import { findWebhookUrl, useHost } from '../support/n8n/start-host.mts';
import type { CredentialReference } from '../support/n8n/connect-at-sandbox.mts';
import {
	countExecutions,
	countSuccesses,
	createNode,
	createTrigger,
	findDatabase,
	postEvent,
	postUntilDone,
	publishNodes,
	withEnvironment,
} from '../support/n8n/trigger-scene.mts';

// What n8n cannot take just now must be neither acknowledged nor taken for a duplicate when the sender
// tries again. What the trigger cannot verify, because it has no keys: test/queue and test/keycloak.
const host = useHost();
let credential: CredentialReference;

beforeAll(async () => {
	credential = await host.connect();
});

const urlOf = (workflow: SavedWorkflow) => findWebhookUrl(host.n8n, workflow);

test("while n8n's database cannot be written, copies get no 2xx, and of their retries one is executed", async () => {
	const workflow = await publishNodes(host, credential, [createTrigger()]);
	const record = { id: randomUUID(), status: 'Completed' };
	const sendCopies = (post: typeof postEvent) =>
		Promise.all(Array.from({ length: 3 }, () => post(urlOf(workflow), record)));
	const database = new DatabaseSync(findDatabase(host), { timeout: 60_000 });
	try {
		// Reading goes on, also without a write-ahead log.
		database.exec('BEGIN IMMEDIATE');
		const rejected = await sendCopies(postEvent);
		expect(rejected.filter(({ httpStatus }) => httpStatus < 500)).toEqual([]);
		expect(countExecutions(host, workflow.id)).toBe(0);
	} finally {
		// n8n cannot be ended in order otherwise.
		database.close();
	}
	const answers = await sendCopies(postUntilDone);
	expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200]);
	expect(answers.map(({ body }) => body.status).toSorted()).toEqual([
		'accepted',
		'duplicate',
		'duplicate',
	]);
	expect(await countSuccesses(host, workflow.id)).toBe(1);
});

// n8n stores an execution beyond its limit at once, and answers when there is a place for it.
test('a sender that gives up waiting for a place starts nothing more by delivering again', async () => {
	const environment = { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1', N8N_PAYLOAD_SIZE_MAX: '0.003' };
	await withEnvironment(host, environment, async () => {
		// The first execution keeps the only place until it is answered.
		const gate = new EventEmitter();
		const isOpen = once(gate, 'open');
		const slow = await serve((_, response) => void isOpen.then(() => response.end('{}')));
		const call = createNode('Call', 'n8n-nodes-base.httpRequest', 4.2, { url: slow.url });
		const workflow = await publishNodes(host, credential, [createTrigger(), call]);
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
		});
		patience.abort();
		await expect(givenUp).rejects.toThrow('aborted');

		// A copy waits for the first for a few seconds alone; then the sender is to come again.
		expect((await postEvent(urlOf(workflow), record)).httpStatus).toBe(503);
		gate.emit('open');
		const settled = async () => {
			const { httpStatus, body: answer } = await postEvent(urlOf(workflow), record);
			return httpStatus === 503 ? undefined : answer.status;
		};
		const what = 'the first delivery to be answered';
		expect(await waitUntil(settled, { what })).toBe('duplicate');
		expect(await countSuccesses(host, workflow.id)).toBe(2);
		await slow.close();
	});
});
