import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import {
	type Conversation,
	isFlatItem,
	isHistoryLeftOut,
	type ParsedItem,
	parseItem,
	restoreTurns,
} from '../../../core';
import { throwNodeError } from '../../shared';
import { AS_TOOL, isTool, notAsTool } from '../as-tool';

const sources: INodePropertyOptions[] = [
	{
		name: 'Item',
		value: 'item',
		description:
			"The whole item: the trigger's output Conversation or Raw, or what another node received from the service",
	},
	{
		name: 'Field',
		value: 'field',
		description: 'One field of the item, as an object or as JSON text',
	},
];

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
			options: [...sources, ...otherSources],
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

/** As most operations ask for it. */
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
		placeholder: "e.g. {{ $('Get Call').item.json.conversation }}",
		displayOptions: { show: AS_TOOL },
		description:
			'The conversation that the tool reads: an expression that names a field of an earlier step, or a value from the model',
	},
];

/** The conversation that the item, or the selected field of it, holds; throws if there is none. */
export function readItem(context: IExecuteFunctions, itemIndex: number): ParsedItem {
	const isField =
		isTool(context) || context.getNodeParameter('source', itemIndex, 'item') === 'field';
	const parsed = parseItem(
		isField
			? context.getNodeParameter('fieldValue', itemIndex, '')
			: context.getInputData()[itemIndex]?.json,
	);
	if (parsed.success) return parsed;
	const { code } = parsed.error;
	const known = code === 'record-not-an-object' ? 'item-without-record' : code;
	throwNodeError(context, known, {
		itemIndex,
		...(isField && { parameter: isTool(context) ? 'Conversation' : 'Field Value' }),
	});
}

/** As {@link readItem}, for what is made of the turns: a flat item has none, whatever was said. */
export function readItemWithTurns(context: IExecuteFunctions, itemIndex: number): ParsedItem {
	const item = readItem(context, itemIndex);
	if (item.conversation.history === null && isFlatItem(item.record)) {
		throwNodeError(context, 'item-without-record', { itemIndex });
	}
	return item;
}

/**
 * As {@link readItemWithTurns}, for what would be nothing without the turns. If the history was left out
 * of the item, what was said is read from `transcript`, or it throws.
 *
 * @param needsHistory whether that text is too little: it has neither times nor calls of tools
 */
export function readSpokenConversation(
	context: IExecuteFunctions,
	itemIndex: number,
	needsHistory: boolean,
): Conversation {
	const { conversation, record } = readItemWithTurns(context, itemIndex);
	if (conversation.history !== null) return conversation;
	const restored = restoreTurns(record);
	if (restored.success && !needsHistory) return { ...conversation, history: restored.turns };
	const code = restored.success ? 'history-left-out' : restored.error.code;
	const hadTurns = restored.success ? restored.turns.length > 0 : code !== 'history-left-out';
	if (hadTurns || isHistoryLeftOut(record)) throwNodeError(context, code, { itemIndex });
	return conversation;
}
