import type {
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { tellInMessage, throwNodeError, toNodeError } from '../shared';
import { isTool } from './as-tool';
import { resources } from './resources';
import type { Operation } from './resources/operation';

/** Runs the selected operation for each input item and pairs what comes out with it. */
export async function executeOperation(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	const doneForAll = new Map<Operation, INodeExecutionData[]>();
	for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex++) {
		const resource = context.getNodeParameter('resource', itemIndex);
		const name = context.getNodeParameter('operation', itemIndex);
		const operation = resources[String(resource)]?.operations[String(name)];
		try {
			if (operation === undefined) throwNodeError(context, 'operation-unknown');
			if (operation.isNoTool && isTool(context)) throwNodeError(context, 'operation-not-as-tool');
			const items = doneForAll.get(operation) ?? (await operation.execute(context, itemIndex));
			if (items.length === 0 && isTool(context)) throwNodeError(context, 'tool-result-empty');
			if (operation.onceForAllItems) doneForAll.set(operation, items);
			for (const item of items) output.push({ ...item, pairedItem: { item: itemIndex } });
		} catch (error) {
			const nodeError = toNodeError(context.getNode(), error, itemIndex);
			if (!context.continueOnFail()) throw nodeError;
			output.push(createErrorItem(nodeError, itemIndex));
		}
	}
	return output;
}

/**
 * The item that stands for a failed input item if the workflow continues on failure. By its
 * `error` n8n knows it for one and, if the user chose so, sends it to the error output. Of the error
 * n8n lets the message through alone, whatever else the item holds.
 */
function createErrorItem(
	error: NodeApiError | NodeOperationError,
	itemIndex: number,
): INodeExecutionData {
	const { message } = tellInMessage(error);
	return { json: { error: message }, error, pairedItem: { item: itemIndex } };
}
