import * as z from 'zod/v4';
import {
	executionList,
	readItems,
	type Execution,
	type WorkflowFile,
	type WorkflowNode,
} from '../../../host/n8n/n8n-workflow-types.mts';
import { waitUntil } from '../../../host/wait-until.mts';
import type { Host } from './start-host.mts';
import { chainNodes, createNode } from './trigger-scene.mts';

const startedAnswer = z.object({ executionId: z.coerce.string() });
const oneExecution = executionList.shape.data.element;
const unfinished = new Set(['new', 'running', 'waiting']);
// Three tries of 30 s each, and the waits between them.
const executionLimitMs = 240_000;

type Sides = Pick<Host, 'session' | 'client'>;

/** What came of nodes that were run by hand. */
export interface HandRun {
	/** What the last one emitted. */
	items: Record<string, unknown>[];
	/** The error as n8n stored it, undefined if all worked. */
	error: NonNullable<Execution['data']>['resultData']['error'];
}

/** A workflow with the nodes in a row behind a manual trigger. */
export const chainByHand = (...nodes: WorkflowNode[]): WorkflowFile =>
	chainNodes([createNode('Start', 'n8n-nodes-base.manualTrigger', 1), ...nodes]);

/** Runs the nodes in a row, as the button in the editor does, and waits for the end of the last. */
export const runByHand = (host: Sides, ...nodes: WorkflowNode[]): Promise<HandRun> =>
	runFile(host, chainByHand(...nodes));

/** The same for a workflow that begins with its manual trigger. */
export async function runFile({ session, client }: Sides, file: WorkflowFile): Promise<HandRun> {
	const workflow = await client.createWorkflow(file);
	const { executionId } = startedAnswer.parse(
		await client.run(workflow, file.nodes[0]?.name ?? ''),
	);
	const path = `/executions/${executionId}?includeData=true`;
	const execution = await waitUntil(
		async () => {
			const found = oneExecution.parse(await session.api('GET', path));
			return unfinished.has(found.status) ? undefined : found;
		},
		{ what: `the end of execution ${executionId}`, timeoutMs: executionLimitMs, intervalMs: 100 },
	);
	return {
		items: readItems(execution, file.nodes.at(-1)?.name ?? ''),
		error: execution.data?.resultData.error,
	};
}
