import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import * as z from 'zod/v4';
import type { SavedWorkflow } from '../../sandbox/n8n/n8n-workflow-types.mts';
import { listUndefinedExpressions } from './list-undefined-expressions.mts';
import type { ExamplesHost } from './start-host.mts';
import { waitForEnd } from './wait-for-execution.mts';

const isObject = (value: unknown) =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const pairedItem = z.looseObject({ item: z.number() });
const item = z.object({
	json: z.custom<IDataObject>(isObject),
	binary: z.custom<IBinaryKeyData>(isObject).optional(),
	pairedItem: z.union([z.number(), pairedItem, z.array(pairedItem)]).optional(),
});
const nodeRun = z.object({
	startTime: z.number(),
	executionIndex: z.number(),
	executionTime: z.number(),
	source: z.array(
		z
			.object({
				previousNode: z.string(),
				previousNodeOutput: z.number().optional(),
				previousNodeRun: z.number().optional(),
			})
			.nullable(),
	),
	// By kind of connection, then by output.
	data: z.record(z.string(), z.array(z.array(item).nullable())).optional(),
});
const executionAnswer = z.object({
	id: z.coerce.string(),
	status: z.string(),
	data: z.object({
		resultData: z.object({
			runData: z.record(z.string(), z.array(nodeRun)).default({}),
			error: z.looseObject({ message: z.string() }).optional(),
		}),
	}),
});

/** Each node's runs of an execution, by the node's name. */
export type RunData = Record<string, z.infer<typeof nodeRun>[]>;

/** One execution that has ended well. */
export interface Run {
	id: string;
	runData: RunData;
	/** The JSON of what a node emitted on an output; empty where it did not run. Default: the first. */
	items(nodeName: string, output?: number): IDataObject[];
	/** The files that a node's first item carries. */
	files(nodeName: string): IBinaryKeyData;
}

/**
 * Reads an execution that has ended. Fails the test where it did not succeed, or where an expression
 * of a node that ran gives `undefined`, which n8n itself passes over.
 */
export async function readRun(
	host: ExamplesHost,
	workflow: SavedWorkflow,
	executionId: string,
): Promise<Run> {
	const answer = executionAnswer.parse(
		await host.session.api('GET', `/executions/${executionId}?includeData=true`),
	);
	const { error, runData } = answer.data.resultData;
	expect({ status: answer.status, error: error?.message }).toEqual({ status: 'success' });
	expect(listUndefinedExpressions(workflow, runData, executionId)).toEqual([]);
	const emitted = (nodeName: string, output: number) =>
		runData[nodeName]?.[0]?.data?.main?.[output] ?? [];
	return {
		id: executionId,
		runData,
		items: (nodeName, output = 0) => emitted(nodeName, output).map(({ json }) => json),
		files: (nodeName) => emitted(nodeName, 0)[0]?.binary ?? {},
	};
}

const startedAnswer = z.object({ executionId: z.coerce.string() });

/** Runs the workflow from one of its triggers, as the editor's button does, and reads the execution. */
export async function runByHand(
	host: ExamplesHost,
	workflow: SavedWorkflow,
	triggerName: string,
): Promise<Run> {
	const { executionId } = startedAnswer.parse(
		await host.session.rest('POST', `/workflows/${workflow.id}/run`, {
			triggerToStartFrom: { name: triggerName },
		}),
	);
	return readRun(host, workflow, await waitForEnd(host, executionId));
}
