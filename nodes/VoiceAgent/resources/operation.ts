import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

/** One operation of the action node: the fields it shows and what it does for one input item. */
export interface Operation {
	/** Shown for this operation only; the node adds the display rule. */
	fields: INodeProperties[];
	/** Done for the first input item alone; the others get the same answer. */
	onceForAllItems?: true;
	/** The items that one input item leads to; the node pairs them with it. */
	execute(context: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]>;
}
