import type {
	IDisplayOptions,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import type { ParameterReader } from '../../shared/read-parameters';

export type Operation = {
	name: string;
	action: string;
	description: string;
	fields: INodeProperties[];
	/** Done for the first input item alone; the others get the same result. */
	executeOnce?: true;
	/** Neither shown nor run as the tool of an AI agent: it makes files or samples, or changes a sign-in or webhook. */
	isNoTool?: true;
	/** The output items for one input item and its parameters; the node pairs output and input. */
	execute(context: IExecuteFunctions, parameters: ParameterReader): Promise<INodeExecutionData[]>;
};

export const asTool = { show: { '@tool': [true] } } satisfies IDisplayOptions;

export const notAsTool = { hide: asTool.show } satisfies IDisplayOptions;
