import * as z from 'zod/v4';

const node = z.looseObject({
	id: z.string(),
	name: z.string(),
	type: z.string(),
	typeVersion: z.number(),
	position: z.tuple([z.number(), z.number()]),
	parameters: z.record(z.string(), z.unknown()),
	webhookId: z.string().optional(),
	credentials: z.record(z.string(), z.object({ id: z.string(), name: z.string() })).optional(),
});

/** A node of a workflow file, as n8n exports and imports it. */
export type WorkflowNode = z.infer<typeof node>;

/** What is read of a workflow file; n8n knows more fields. */
export const workflowFile = z.object({
	name: z.string(),
	nodes: z.array(node),
	connections: z.record(z.string(), z.unknown()),
	settings: z.record(z.string(), z.unknown()).default({}),
});
export type WorkflowFile = z.infer<typeof workflowFile>;

/** A workflow as n8n holds it. */
export const savedWorkflow = workflowFile.extend({ id: z.string(), active: z.boolean() });
export type SavedWorkflow = z.infer<typeof savedWorkflow>;

export const publicationStatus = z.object({
	status: z.string(),
	triggers: z.array(
		z.object({ nodeId: z.string(), status: z.string(), errorMessage: z.string().nullish() }),
	),
});
/** How far n8n is with publishing: `in_progress`, `published`, `failed`, `partial`, `not_published`. */
export type PublicationStatus = z.infer<typeof publicationStatus>;

const item = z.object({ json: z.record(z.string(), z.unknown()) });
const nodeRun = z.object({
	// Sub-nodes of an AI agent have outputs of other names.
	data: z.object({ main: z.array(z.array(item).nullable()).optional() }).optional(),
});
export const executionList = z.object({
	data: z.array(
		z.object({
			id: z.coerce.string(),
			status: z.string(),
			finished: z.boolean(),
			data: z
				.object({
					resultData: z.object({
						runData: z.record(z.string(), z.array(nodeRun)).default({}),
						error: z.looseObject({ message: z.string() }).optional(),
					}),
				})
				.optional(),
		}),
	),
});
/** An execution with what each node emitted. */
export type Execution = z.infer<typeof executionList>['data'][number];

/** The JSON of the items that a node emitted on its first output in its first run, empty if none. */
export function readItems(execution: Execution, nodeName: string): Record<string, unknown>[] {
	const run = execution.data?.resultData.runData[nodeName]?.[0];
	return (run?.data?.main?.[0] ?? []).map(({ json }) => json);
}
