import * as z from 'zod/v4';
import {
	executionList,
	readItems,
	type Execution,
	type WorkflowNode,
} from '../../../host/n8n/n8n-workflow-types.mts';
import { waitUntil } from '../../../host/wait-until.mts';
import type { Host } from './start-host.mts';
import { chainNodes, createNode } from './trigger-scene.mts';

const startedAnswer = z.object({ executionId: z.coerce.string() });
const oneExecution = executionList.shape.data.element;
const unfinished = new Set(['new', 'running', 'waiting']);
// Three tries of 30 s each, and the waits between them.
const executionLimitMs = 150_000;

/** What came of a node that was run by hand. */
export interface HandRun {
	/** What it emitted. */
	items: Record<string, unknown>[];
	/** The error as n8n stored it, undefined if the node worked. */
	error: NonNullable<Execution['data']>['resultData']['error'];
}

/** Runs one node behind a manual trigger, as the button in the editor does, and waits for its end. */
export async function runByHand(
	{ session, client }: Pick<Host, 'session' | 'client'>,
	node: WorkflowNode,
): Promise<HandRun> {
	const start = createNode('Start', 'n8n-nodes-base.manualTrigger', 1);
	const workflow = await client.createWorkflow(chainNodes([start, node]));
	const { executionId } = startedAnswer.parse(await client.run(workflow, start.name));
	const path = `/executions/${executionId}?includeData=true`;
	const execution = await waitUntil(
		async () => {
			const found = oneExecution.parse(await session.api('GET', path));
			return unfinished.has(found.status) ? undefined : found;
		},
		{ what: `the end of execution ${executionId}`, timeoutMs: executionLimitMs, intervalMs: 100 },
	);
	return {
		items: readItems(execution, node.name),
		error: execution.data?.resultData.error,
	};
}
