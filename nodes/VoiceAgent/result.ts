import type {
	IBinaryData,
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import { applyStatements, buildItem } from '../../core/conversation/outputs';
import { repairTexts } from '../../core/json';
import type { ParsedItem } from '../../core/record/item';
import { isTool, throwNodeError } from '../shared/errors';
import type { ParameterReader } from '../shared/read-parameters';
import { readOutputSettings, requireProtectableOutput } from '../shared/settings';
import { notAsTool } from './resources/operation';

export function buildItems(
	context: IExecuteFunctions,
	parameters: ParameterReader,
	{ conversation, whole }: ParsedItem,
): INodeExecutionData[] {
	const settings = readOutputSettings(parameters, isTool(context) ? 'simplified' : undefined);
	requireProtectableOutput(context, settings);
	const { output, options } = settings;
	const stated = applyStatements(conversation, options);
	return [{ json: buildItem(whole, output, stated, whole, options) }];
}

export function declareFileField(name: string, fieldName: string): INodeProperties {
	return {
		displayName: 'Put Output File in Field',
		name,
		type: 'string',
		default: fieldName,
		required: true,
		hint: 'The name of the output binary field to put the file in',
	};
}

export const resultOnlyField: INodeProperties = {
	displayName: 'Result Only',
	name: 'resultOnly',
	type: 'boolean',
	default: true,
	displayOptions: notAsTool,
	description: 'Whether to emit only the result, without the fields and files of the item',
};

/**
 * Prepares the item to emit: the input item with the result; with Result Only, and for a tool, whose input holds only
 * the model's values, `id` with the result. Throws before any work is done if the input item has one of these names.
 */
export function prepareItem(
	context: IExecuteFunctions,
	{ flag, itemIndex }: ParameterReader,
	conversationId: string | null,
	{ fields = [], files = [] }: { fields?: string[]; files?: string[] },
): (addedFields: IDataObject, addedFiles?: IBinaryKeyData) => INodeExecutionData {
	const isResultOnly = isTool(context) || flag('options.resultOnly', false);
	const input = isResultOnly ? undefined : context.getInputData()[itemIndex];
	const taken =
		fields.find((name) => Object.hasOwn(input?.json ?? {}, name)) ??
		files.find((name) => Object.hasOwn(input?.binary ?? {}, name));
	if (taken !== undefined) throwNodeError(context, 'field-name-taken', { parameter: taken });
	return (addedFields, addedFiles) => {
		const binary = { ...input?.binary, ...addedFiles };
		return {
			json: {
				...(input?.json ?? repairTexts({ id: conversationId })),
				...repairTexts(addedFields),
			},
			...(Object.keys(binary).length > 0 && { binary }),
		};
	};
}

const MAX_ID_CHARACTERS = 100;

/** Such as `conversation-1234.vtt`. A sender chose the id: its dots and slashes become `-`. */
export function nameFile(conversationId: string | null, extension: string): string {
	const id = (conversationId ?? '').slice(0, MAX_ID_CHARACTERS).replace(/[^A-Za-z0-9_-]/g, '-');
	return id === '' ? `conversation.${extension}` : `conversation-${id}.${extension}`;
}

export async function createFile(
	context: IExecuteFunctions,
	conversationId: string | null,
	content: string,
	type: { extension: string; mimeType: string },
): Promise<IBinaryData> {
	return await context.helpers.prepareBinaryData(
		Buffer.from(content, 'utf8'),
		nameFile(conversationId, type.extension),
		type.mimeType,
	);
}

/** The hints of an execution, by its helpers, which all items share: ten items with one flaw give one hint. */
const hintsByExecution = new WeakMap<object, Set<string>>();

export function addHint(context: IExecuteFunctions, message: string): void {
	const messages = hintsByExecution.get(context.helpers) ?? new Set();
	hintsByExecution.set(context.helpers, messages);
	if (messages.has(message)) return;
	messages.add(message);
	context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
}
