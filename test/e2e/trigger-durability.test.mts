import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { dirname } from 'node:path';
import { startN8n, type RunningN8n } from '../../host/n8n/start-n8n.mts';
import { readItems, type SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import { findTrigger } from '../../host/n8n/voice-agent-nodes.mts';
import { waitUntil } from '../../host/wait-until.mts';
import { serve } from '../support/servers/serve.mts';
import { findWebhookUrl, useHost } from '../support/n8n/start-host.mts';
import type { CredentialReference } from '../support/n8n/connect-at-sandbox.mts';
import {
	countExecutions,
	countSuccesses,
	createNode,
	createTrigger,
	postEvent,
	postUntilDone,
	publishNodes,
	type SenderResponse,
} from '../support/n8n/trigger-scene.mts';
import { answersOnTurns, askTurns, publishQuestions } from './turn-questions.mts';

// Copies of a delivery in a real n8n: many at a time, and over a restart, whose n8n has rare settings. What makes
// two records the same one is in test/unit/delivery/remember-deliveries; a database that cannot be written in
// test/versions; what the trigger cannot verify, because it has no keys, in test/queue and test/keycloak.
const host = useHost();
let credential: CredentialReference;

beforeAll(async () => {
	credential = await host.connect();
});

const accepted = (id: string) => ({
	httpStatus: 200,
	retryAfter: null,
	body: { status: 'accepted', id },
});
const duplicate = (id: string) => ({ ...accepted(id), body: { status: 'duplicate', id } });
const urlOf = (workflow: SavedWorkflow) => findWebhookUrl(host.n8n, workflow);
const createRecord = () => ({ id: randomUUID(), status: 'Completed' });

test('50 simultaneous copies start one execution, and each gets 200 in the end', async () => {
	const workflow = await publishNodes(host, credential);
	const record = createRecord();
	const copies = Array.from({ length: 50 }, () => postUntilDone(urlOf(workflow), record));
	const statusOf = ({ body }: SenderResponse) => String(body.status);
	const responses = await Promise.all(copies);
	// That of the accepted one first.
	expect(responses.toSorted((a, b) => statusOf(a).localeCompare(statusOf(b)))).toEqual([
		accepted(record.id),
		...Array.from({ length: 49 }, () => duplicate(record.id)),
	]);
	expect(await countSuccesses(host, workflow.id)).toBe(1);
});

describe('after a restart, with another WEBHOOK_URL, one execution at a time and the legacy engine', () => {
	const names = { remove: 'Remove Duplicates', next: 'Next' };
	const record = createRecord();
	let again: RunningN8n;
	let questions: SavedWorkflow;
	let workflow: SavedWorkflow;

	beforeAll(async () => {
		questions = await publishQuestions(host, credential);
		host.sandbox.registrations.length = 0;
		workflow = await publishNodes(host, credential, [
			createTrigger(),
			createNode(names.remove, 'n8n-nodes-base.removeDuplicates', 2, {
				operation: 'removeItemsSeenInPreviousExecutions',
				// As docs/deliveries recommends it.
				dedupeValue:
					'={{ $json.id ?? $execution.id }} {{ $json.status }} {{ $json.updated_at }} {{ $json.statistics.turn_count }} {{ $json.statistics.has_recording }}',
			}),
			createNode(names.next, 'n8n-nodes-base.noOp', 1),
		]);
		expect(await postEvent(urlOf(workflow), record)).toEqual(accepted(record.id));
		expect(await postEvent(urlOf(workflow), record)).toEqual(duplicate(record.id));
		await countSuccesses(host, workflow.id);
		await host.n8n.stop();
		again = await startN8n({
			dataFolder: dirname(host.n8n.logFile),
			port: host.n8n.port,
			environment: {
				N8N_CONCURRENCY_PRODUCTION_LIMIT: '1',
				N8N_EXPRESSION_ENGINE: 'legacy',
				WEBHOOK_URL: `http://127.0.0.1:${host.n8n.port}/`,
			},
		});
	});

	afterAll(async () => await again?.stop());

	test("a copy starts an execution that n8n's Remove Duplicates ends", async () => {
		// The window of the trigger ended with the process.
		expect(await postEvent(urlOf(workflow), record)).toEqual(accepted(record.id));
		const executions = await host.client.waitForExecutions(workflow.id, 2);
		const idsOf = (node: string) =>
			executions.map((execution) => readItems(execution, node).map(({ id }) => id));
		expect(executions.map(({ status }) => status)).toEqual(['success', 'success']);
		expect(idsOf(findTrigger(workflow).name)).toEqual([[record.id], [record.id]]);
		expect(idsOf(names.remove)).toEqual([[record.id], []]);
		expect(idsOf(names.next)).toEqual([[record.id], []]);
	});

	test('another webhook is registered once the workflow is published again', async () => {
		const hosts = () => host.sandbox.registrations.map(({ url }) => new URL(url).hostname);
		// The old address still leads to this n8n.
		expect(hosts()).toEqual(['localhost']);
		await host.client.deactivate(workflow.id);
		await host.client.activate(workflow.id);
		expect(hosts()).toEqual(['localhost', '127.0.0.1']);
	});

	test('turns lack the same to the legacy engine', async () => {
		expect(await askTurns(host, questions)).toEqual(answersOnTurns);
	});

	// n8n stores an execution beyond its limit at once, and answers when there is a place for it.
	test('a sender that gives up waiting for a place starts nothing more by delivering again', async () => {
		// The first execution keeps the only place until it is answered.
		const gate = new EventEmitter();
		const isOpen = once(gate, 'open');
		const slow = await serve((_, response) => void isOpen.then(() => response.end('{}')));
		const call = createNode('Call', 'n8n-nodes-base.httpRequest', 4.2, { url: slow.url });
		const slowly = await publishNodes(host, credential, [createTrigger(), call]);
		await postEvent(urlOf(slowly), createRecord());

		const waiting = createRecord();
		const patience = new AbortController();
		const givenUp = postEvent(urlOf(slowly), waiting, { signal: patience.signal });
		await waitUntil(() => (countExecutions(host, slowly.id) === 2 ? true : undefined), {
			what: 'the execution to be stored',
		});
		patience.abort();
		await expect(givenUp).rejects.toThrow('aborted');

		// A copy waits for the first for a few seconds alone; then the sender is to come again.
		expect((await postEvent(urlOf(slowly), waiting)).httpStatus).toBe(503);
		gate.emit('open');
		expect(await postUntilDone(urlOf(slowly), waiting)).toEqual(duplicate(waiting.id));
		expect(await countSuccesses(host, slowly.id)).toBe(2);
		await slow.close();
	});
});
