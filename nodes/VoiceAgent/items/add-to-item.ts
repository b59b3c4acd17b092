import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import { readProperty, throwNodeError } from '../../shared';
import { isTool, notAsTool } from '../as-tool';

/** For the collection Options of what adds to an item. */
export const resultOnlyField: INodeProperties = {
	displayName: 'Result Only',
	name: 'resultOnly',
	type: 'boolean',
	default: true,
	displayOptions: notAsTool,
	description: 'Whether to emit only the result, without the fields and files of the item',
};

/** What an operation is going to add, by name. */
export type AddedNames = {
	fields?: string[];
	files?: string[];
};

/** What it has made. */
export type Result = {
	conversationId: string | null;
	fields?: IDataObject;
	files?: IBinaryKeyData;
};

/** Makes the item that an operation emits for one item. */
export type Emit = (result: Result) => INodeExecutionData;

/**
 * Gets ready to add fields and files to an item, so operations can follow one another in a straight
 * line. Throws before any work is done if the item has one of the names already. As a tool it emits the
 * result alone: the item holds nothing but what the model filled in.
 */
export function prepareItem(
	context: IExecuteFunctions,
	itemIndex: number,
	{ fields = [], files = [] }: AddedNames,
): Emit {
	const isResultOnly =
		isTool(context) ||
		readProperty(context.getNodeParameter('options', itemIndex, {}), 'resultOnly') === true;
	if (isResultOnly) {
		return ({ conversationId: id, fields: added, files: binary }) => ({
			json: { id, ...added },
			...(binary && { binary }),
		});
	}
	const input = context.getInputData()[itemIndex];
	const takenField = fields.find((name) => Object.hasOwn(input?.json ?? {}, name));
	const takenFile = files.find((name) => Object.hasOwn(input?.binary ?? {}, name));
	if (takenField !== undefined || takenFile !== undefined) {
		throwNodeError(context, 'field-name-taken', {
			itemIndex,
			parameter: takenField ?? takenFile,
		});
	}
	return ({ fields: added, files: addedFiles }) => {
		const binary = { ...input?.binary, ...addedFiles };
		return {
			json: { ...input?.json, ...added },
			...(Object.keys(binary).length > 0 && { binary }),
		};
	};
}
