import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import * as z from 'zod/v4';

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
/** Each node's runs of an execution, by the node's name, as n8n stores them. */
export const runData = z.record(z.string(), z.array(nodeRun));
export type RunData = z.infer<typeof runData>;
