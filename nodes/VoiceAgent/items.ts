import type {
	IBinaryData,
	IBinaryKeyData,
	IDataObject,
	IDisplayOptions,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import { applyStatements, buildBoundedItems } from '../../core/conversation/outputs';
import { parseJsonText } from '../../core/json';
import { type ParsedItem, parseItem } from '../../core/record/item';
import { throwNodeError } from '../shared/errors';
import { requireProtectableOutput } from '../shared/parameters';
import { isTool, type Parameters } from '../shared/read-parameters';
import { readOutputSettings } from '../shared/settings';

/** For what the editor shows on the tool of an AI agent alone. */
const AS_TOOL = { '@tool': [true] } satisfies IDisplayOptions['show'];

/** For what the editor hides there. */
export const notAsTool: IDisplayOptions = { hide: AS_TOOL };

/** Where an operation finds its conversation, and the field in which the user enters one. */
export function describeSource(
	description: string,
	otherSources: INodePropertyOptions[] = [],
): INodeProperties[] {
	return [
		{
			displayName: 'Source',
			name: 'source',
			type: 'options',
			noDataExpression: true,
			options: [
				{
					name: 'Incoming Item',
					value: 'item',
					description:
						"The whole item: the trigger's output Conversation or Raw, or what another node received from the service",
				},
				{
					name: 'Field',
					value: 'field',
					description: 'One field of the item, as an object or as JSON text',
				},
				...otherSources,
			],
			default: 'item',
			description,
		},
		{
			displayName: 'Field Value',
			name: 'fieldValue',
			type: 'json',
			default: '',
			required: true,
			placeholder: 'e.g. {{ $json.payload }}',
			displayOptions: { show: { source: ['field'] } },
			description:
				'The conversation as the service sent it, usually as an expression that names a field',
		},
	];
}

export const sourceFields = describeSource('Where to find the conversation');

/**
 * As the operations ask for it that can be the tool of an AI agent. A tool's own item holds no record
 * but what the model filled in, so there is no choice.
 */
export const sourceFieldsWithTool: INodeProperties[] = [
	...sourceFields.map((field) =>
		field.name === 'source' ? { ...field, displayOptions: notAsTool } : field,
	),
	{
		displayName: 'Conversation',
		name: 'fieldValue',
		type: 'json',
		default: '',
		required: true,
		placeholder: "e.g. {{ $('Call').item.json.conversation }}",
		displayOptions: { show: AS_TOOL },
		description:
			'The conversation that the tool reads: an expression that names a field of an earlier step, or a value from the model',
	},
];

/** The conversation that the item, or the selected field of it, holds; throws if there is none. */
export function readItem(context: IExecuteFunctions, parameters: Parameters): ParsedItem {
	const { choice, json, itemIndex } = parameters;
	const isField = isTool(context) || choice('source', ['field'], undefined) !== undefined;
	const value: unknown = isField ? json('fieldValue') : context.getInputData()[itemIndex]?.json;
	const parsed = parseItem(value);
	if (parsed.success) return parsed;
	const { code, message } = parsed.error;
	const parameter = isTool(context) ? 'Conversation' : 'Field Value';
	const isBroken = typeof value === 'string' && parseJsonText(value) === undefined;
	const reason = code !== 'item-without-record' ? message : isBroken && 'the text is not JSON';
	throwNodeError(context, code, {
		parameter: isField ? parameter : undefined,
		detail: reason ? `Reason: ${reason}` : undefined,
	});
}

/** As {@link readItem}, for what is made of the turns: a flat item has none, whatever was said. */
export function readItemWithTurns(context: IExecuteFunctions, parameters: Parameters): ParsedItem {
	const item = readItem(context, parameters);
	if (item.missingTurns === 'flat') throwNodeError(context, 'item-without-record');
	return item;
}

/**
 * The items of an operation that emits conversations: Simplified for an AI agent. Throws if they cannot be
 * made.
 */
export function buildItems(
	context: IExecuteFunctions,
	parameters: Parameters,
	{ conversation, whole }: ParsedItem,
): INodeExecutionData[] {
	const settings = readOutputSettings(parameters, isTool(context) ? 'simplified' : undefined);
	requireProtectableOutput(context, settings);
	const { output, options } = settings;
	const stated = applyStatements(conversation, options);
	const built = buildBoundedItems(whole, output, stated, whole, options);
	if (!built.success) throwNodeError(context, built.error.code);
	return built.items.map((json) => ({ json }));
}

/** For the collection Options of what adds to an item. */
export const resultOnlyField: INodeProperties = {
	displayName: 'Result Only',
	name: 'resultOnly',
	type: 'boolean',
	default: true,
	displayOptions: notAsTool,
	description: 'Whether to emit only the result, without the fields and files of the item',
};

/**
 * Gets ready to add fields and files to an item, so operations can follow one another in a straight
 * line. Throws before any work is done if the item has one of the names already. As a tool it emits the
 * result alone: the item holds nothing but what the model filled in.
 * @returns makes the item that the operation emits
 */
export function prepareItem(
	context: IExecuteFunctions,
	{ flag, itemIndex }: Parameters,
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
			json: { ...(input?.json ?? { id: conversationId }), ...addedFields },
			...(Object.keys(binary).length > 0 && { binary }),
		};
	};
}

const MAX_ID_CHARACTERS = 100;

/**
 * Name of a file made from a conversation, such as `conversation-1234.vtt`. An id is any text that a
 * sender chose: what is no letter, digit, dash or underscore becomes a dash, so no name leads
 * out of a folder.
 */
export function nameFile(conversationId: string | null, extension: string): string {
	const id = (conversationId ?? '').slice(0, MAX_ID_CHARACTERS).replace(/[^A-Za-z0-9_-]/g, '-');
	return id === '' ? `conversation.${extension}` : `conversation-${id}.${extension}`;
}

/**
 * A file made from a conversation as n8n keeps it, in UTF-8.
 * @param type its extension is without the dot
 */
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

/** Hints that were shown already in an execution of the node: many items may have the same. */
const said = new WeakMap<IExecuteFunctions, Set<string>>();

/** Shows a hint beside the output of this execution, once. */
export function addHint(context: IExecuteFunctions, message: string): void {
	const messages = said.get(context) ?? new Set();
	said.set(context, messages);
	if (messages.has(message)) return;
	messages.add(message);
	context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
}

/** The name that the user gave to a field of the output, trimmed; throws if it is blank. */
export function readFieldName(context: IExecuteFunctions, { text }: Parameters, path: string) {
	const name = text(path);
	if (name !== undefined) return name;
	throwNodeError(context, 'field-name-missing');
}
