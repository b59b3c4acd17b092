import { findTrigger } from '../../host/n8n/voice-agent-nodes.mts';
import { randomUUID } from 'node:crypto';
import { readItems, type SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import { findWebhookUrl, useHost } from '../support/n8n/start-host.mts';
import type { CredentialReference } from '../support/n8n/connect-at-sandbox.mts';
import {
	countSuccesses,
	createNode,
	createTrigger,
	postEvent,
	postUntilDone,
	publishNodes,
	type SenderResponse,
} from '../support/n8n/trigger-scene.mts';

// Which deliveries are the same one, in the real n8n: over many at a time, and over a restart. Over
// workflows, and over a test and production: trigger-life-cycle. What settles a delivery is n8n's own
// answer, which no stand-in gives. What makes two records the same one is shown by
// test/unit/delivery/remember-deliveries.
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
const duplicate = (id: string) => ({
	...accepted(id),
	body: { status: 'duplicate', id },
});

const urlOf = (workflow: SavedWorkflow) => findWebhookUrl(host.n8n, workflow);

const createRecord = () => ({ id: randomUUID(), status: 'Completed' });

test("after a restart a copy starts an execution that n8n's Remove Duplicates ends", async () => {
	const names = { remove: 'Remove Duplicates', next: 'Next' };
	const workflow = await publishNodes(host, credential, [
		createTrigger(),
		createNode(names.remove, 'n8n-nodes-base.removeDuplicates', 2, {
			operation: 'removeItemsSeenInPreviousExecutions',
			// As docs/deliveries recommends it.
			dedupeValue:
				'={{ $json.id ?? $execution.id }} {{ $json.status }} {{ $json.updated_at }} {{ $json.statistics.turn_count }} {{ $json.statistics.has_recording }}',
		}),
		createNode(names.next, 'n8n-nodes-base.noOp', 1),
	]);
	const record = createRecord();
	expect(await postEvent(urlOf(workflow), record)).toEqual(accepted(record.id));
	expect(await postEvent(urlOf(workflow), record)).toEqual(duplicate(record.id));
	await countSuccesses(host, workflow.id);
	await host.n8n.restart();
	// The window of the trigger ended with the process.
	expect(await postEvent(urlOf(workflow), record)).toEqual(accepted(record.id));

	const executions = await host.client.waitForExecutions(workflow.id, 2);
	const idsOf = (node: string) =>
		executions.map((execution) => readItems(execution, node).map(({ id }) => id));
	expect(executions.map(({ status }) => status)).toEqual(['success', 'success']);
	expect(idsOf(findTrigger(workflow).name)).toEqual([[record.id], [record.id]]);
	expect(idsOf(names.remove)).toEqual([[record.id], []]);
	expect(idsOf(names.next)).toEqual([[record.id], []]);
	expect(await countSuccesses(host, workflow.id)).toBe(2);
});

test('50 simultaneous copies start one execution, and each gets 200 in the end', async () => {
	const workflow = await publishNodes(host, credential);
	const record = createRecord();
	const copies = Array.from({ length: 50 }, () => postUntilDone(urlOf(workflow), record));
	const answers = await Promise.all(copies);
	const count = (answer: SenderResponse) =>
		answers.filter((each) => JSON.stringify(each) === JSON.stringify(answer)).length;
	expect(count(accepted(record.id))).toBe(1);
	expect(count(duplicate(record.id))).toBe(49);
	expect(await countSuccesses(host, workflow.id)).toBe(1);
});
