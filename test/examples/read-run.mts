import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import * as z from 'zod/v4';
import type { SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import { runData } from './run-data.mts';
import type { RunData } from './run-data.mts';
import { listUndefinedExpressions } from './list-undefined-expressions.mts';
import type { ExamplesHost } from './start-host.mts';
import { waitForEnd } from './wait-for-execution.mts';

const executionAnswer = z.object({
	id: z.coerce.string(),
	status: z.string(),
	data: z.object({
		resultData: z.object({
			runData: runData.default({}),
			lastNodeExecuted: z.string().optional(),
			error: z.looseObject({ message: z.string() }).optional(),
		}),
	}),
});

/** One execution that has ended well. */
export interface Run {
	id: string;
	runData: RunData;
	/** The JSON of what a node emitted on an output; empty if it did not run. Default: the first. */
	items(nodeName: string, output?: number): IDataObject[];
	/** The files that a node's first item carries. */
	files(nodeName: string): IBinaryKeyData;
}

/**
 * Reads an execution that has ended. Fails the test if it did not succeed, or if an expression
 * of a node that ran gives `undefined`, which n8n itself passes over.
 */
export async function readRun(
	host: ExamplesHost,
	workflow: SavedWorkflow,
	executionId: string,
): Promise<Run> {
	const answer = await readExecution(host, executionId);
	const { error, runData: nodes } = answer.data.resultData;
	expect({ status: answer.status, error: error?.message }).toEqual({ status: 'success' });
	expect(listUndefinedExpressions(workflow, nodes, executionId)).toEqual([]);
	const emitted = (nodeName: string, output: number) =>
		nodes[nodeName]?.[0]?.data?.main?.[output] ?? [];
	return {
		id: executionId,
		runData: nodes,
		items: (nodeName, output = 0) => emitted(nodeName, output).map(({ json }) => json),
		files: (nodeName) => emitted(nodeName, 0)[0]?.binary ?? {},
	};
}

/** Reads why an execution failed. Fails the test if it did not. */
export async function readFailure(
	host: ExamplesHost,
	executionId: string,
): Promise<{ node: string | undefined; message: string | undefined }> {
	const { status, data } = await readExecution(host, executionId);
	expect(status).toBe('error');
	const { lastNodeExecuted, error } = data.resultData;
	return { node: lastNodeExecuted, message: error?.message };
}

async function readExecution({ session }: ExamplesHost, executionId: string) {
	return executionAnswer.parse(
		await session.api('GET', `/executions/${executionId}?includeData=true`),
	);
}

const startedAnswer = z.object({ executionId: z.coerce.string() });

/**
 * Runs the workflow from one of its triggers, as the editor's button does, and reads the execution.
 * `input` is what the trigger emits, as the editor's chat gives it. Default: what it emits by itself.
 */
export async function runByHand(
	host: ExamplesHost,
	workflow: SavedWorkflow,
	triggerName: string,
	input?: IDataObject,
): Promise<Run> {
	const { executionId } = startedAnswer.parse(
		await host.client.run(workflow, triggerName, input),
	);
	return readRun(host, workflow, await waitForEnd(host, executionId));
}
