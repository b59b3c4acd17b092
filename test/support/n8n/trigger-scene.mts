import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
	readItems,
	type SavedWorkflow,
	type WorkflowFile,
	type WorkflowNode,
} from '../../../host/n8n/n8n-workflow-types.mts';
import {
	attachCredential,
	triggerType,
	findTrigger,
} from '../../../host/n8n/voice-agent-nodes.mts';
import { waitUntil } from '../../../host/wait-until.mts';
import type { CredentialReference } from './connect-at-sandbox.mts';
import { findWebhookUrl, type Host } from './start-host.mts';

/** A node of a workflow that a test makes up; its place on the canvas does not matter. */
export function createNode(
	name: string,
	type: string,
	typeVersion: number,
	parameters: Record<string, unknown> = {},
): WorkflowNode {
	return { id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters };
}

export const createTrigger = (
	parameters: Record<string, unknown> = {},
	name = 'Voice Agent Trigger',
): WorkflowNode => createNode(name, triggerType, 1, parameters);

/** An operation of the action node, named after it. */
export function createAction(
	resource: string,
	operation: string,
	parameters: Record<string, unknown> = {},
): WorkflowNode {
	const all = { resource, operation, ...parameters };
	return createNode(`${resource} ${operation}`, 'n8n-nodes-voice-agent.voiceAgent', 1, all);
}

/** A workflow file with the nodes in a row, each behind the one before. */
export function chainNodes(nodes: WorkflowNode[]): WorkflowFile {
	const links = nodes
		.slice(1)
		.map((node, index) => [
			nodes[index]?.name ?? '',
			{ main: [[{ node: node.name, type: 'main', index: 0 }]] },
		]);
	return {
		name: `Test ${randomUUID()}`,
		nodes,
		connections: Object.fromEntries(links),
		settings: { executionOrder: 'v1' },
	};
}

/** Saves the nodes as a workflow with this credential. */
export const saveNodes = (
	{ client }: Pick<Host, 'client'>,
	credential: CredentialReference,
	nodes = [createTrigger(), createNode('Next', 'n8n-nodes-base.noOp', 1)],
): Promise<SavedWorkflow> => client.createWorkflow(attachCredential(chainNodes(nodes), credential));

/** The same, and publishes the workflow. */
export async function publishNodes(
	host: Pick<Host, 'client'>,
	credential: CredentialReference,
	nodes?: WorkflowNode[],
): Promise<SavedWorkflow> {
	const workflow = await saveNodes(host, credential, nodes);
	await host.client.activate(workflow.id);
	return workflow;
}

/** The file of n8n's database. */
export const findDatabase = (host: Host): string =>
	join(dirname(host.n8n.logFile), '.n8n', 'database.sqlite');

/** How many executions n8n has stored, of one workflow or of all, by status: ended and running ones. */
function countByStatus(host: Host, workflowId?: string): Record<string, number> {
	const database = new DatabaseSync(findDatabase(host), { readOnly: true, timeout: 60_000 });
	try {
		const rows = database
			.prepare(
				'SELECT status, count(*) AS number FROM execution_entity WHERE ?1 IS NULL OR workflowId = ?1 GROUP BY status',
			)
			.all(workflowId ?? null);
		return Object.fromEntries(rows.map(({ status, number }) => [String(status), Number(number)]));
	} finally {
		database.close();
	}
}

/** How many executions n8n has stored, whatever became of them. n8n stores one before it answers 200. */
export const countExecutions = (host: Host, workflowId?: string): number =>
	Object.values(countByStatus(host, workflowId)).reduce((sum, number) => sum + number, 0);

/** Waits until nothing runs any more, and gives the number of executions that ended well. */
export async function countSuccesses(host: Host, workflowId?: string): Promise<number> {
	const { success = 0, ...others } = await waitUntil(
		() => {
			const counts = countByStatus(host, workflowId);
			return counts.new || counts.running ? undefined : counts;
		},
		{ what: 'every execution to end' },
	);
	if (Object.keys(others).length > 0) {
		throw new Error(`Not every execution ended well: ${JSON.stringify(others)}`);
	}
	return success;
}

/** An answer to a sender. Its body must be JSON, whatever it says. */
export interface SenderResponse {
	httpStatus: number;
	retryAfter: string | null;
	body: Record<string, unknown>;
}

/** Posts a finished conversation as the service does, with a token of the sandbox or without one. */
export async function postEvent(
	url: string,
	data: Record<string, unknown>,
	{ token, signal = null }: { token?: string; signal?: AbortSignal | null } = {},
): Promise<SenderResponse> {
	const headers = new Headers({ 'content-type': 'application/json' });
	if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
	const body = JSON.stringify({ event: 'ConversationComplete', data });
	const answer = await fetch(url, { method: 'POST', headers, body, signal });
	return {
		httpStatus: answer.status,
		retryAfter: answer.headers.get('retry-after'),
		body: JSON.parse(await answer.text()),
	};
}

/** As a sender does that repeats what was busy: on a machine that is, n8n takes longer than we wait. */
export async function postUntilDone(
	url: string,
	record: Record<string, unknown>,
): Promise<SenderResponse> {
	const answer = await postEvent(url, record);
	if (answer.httpStatus !== 503) return answer;
	expect(answer).toMatchObject({ body: { reason: 'still-under-way' }, retryAfter: '5' });
	return postUntilDone(url, record);
}

/** Finishes a conversation, which has to be accepted; gives what the trigger emitted for it. */
export async function deliverTo(
	host: Host,
	workflow: SavedWorkflow,
): Promise<Record<string, unknown>> {
	const { record, deliveries } = await host.sandbox.finishConversation();
	expect(deliveries.map(({ state }) => state)).toEqual(['delivered']);
	return waitForItem(host, workflow, record.id);
}

/** What the trigger emitted for the conversation of this id. */
export const waitForItem = (
	{ client }: Pick<Host, 'client'>,
	workflow: SavedWorkflow,
	id: unknown,
): Promise<Record<string, unknown>> =>
	waitUntil(
		async () =>
			(await client.listExecutions(workflow.id))
				.flatMap((execution) => readItems(execution, findTrigger(workflow).name))
				.find((item) => item.id === id),
		{ what: `the execution of conversation ${id}`, intervalMs: 100 },
	);

/** Listens for a test event, as the button in the editor does. */
export async function listenForTestEvent(host: Host, workflow: SavedWorkflow): Promise<void> {
	await host.client.run(workflow, findTrigger(workflow).name);
}

/** The test address of the workflow's trigger. */
export const findTestUrl = (host: Host, workflow: SavedWorkflow): string =>
	findWebhookUrl(host.n8n, workflow).replace('/webhook/', '/webhook-test/');

/** Asked by GET, n8n names the methods that it listens for; whatever is posted would end the listening. */
const waitForListening = (host: Host, workflow: SavedWorkflow, isWanted: boolean) =>
	waitUntil(
		async () => {
			const answer = await fetch(findTestUrl(host, workflow));
			return (await answer.text()).includes('POST') === isWanted || undefined;
		},
		{ what: `n8n to ${isWanted ? 'listen' : 'stop listening'} for a test event` },
	);

export const waitUntilListening = (host: Host, workflow: SavedWorkflow) =>
	waitForListening(host, workflow, true);

/** n8n stops listening in the background, after a test event or a cancel. */
export const waitUntilDeaf = (host: Host, workflow: SavedWorkflow) =>
	waitForListening(host, workflow, false);

export async function stopListening(host: Host, workflow: SavedWorkflow): Promise<void> {
	await host.session.rest('DELETE', `/test-webhook/${workflow.id}`);
	await waitUntilDeaf(host, workflow);
}
