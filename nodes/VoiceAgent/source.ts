import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Speakers } from '../../core/conversation/speakers';
import { parseJsonText } from '../../core/json';
import { type ParsedItem, parseItem, restoreTurns } from '../../core/record/item';
import { isTool, throwNodeError, throwReason } from '../shared/errors';
import type { ParameterReader } from '../shared/read-parameters';
import { declareChoices } from '../shared/parameters';
import { readSpeakers } from '../shared/settings';
import { asTool, notAsTool } from './resources/operation';

export function declareSource(
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
				...declareChoices({
					item: [
						'Incoming Item',
						"The whole item: the trigger's output Conversation or Raw, or what another node received from the service",
					],
					field: ['Field', 'One field of the item, as an object or as JSON text'],
				}),
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

export const sourceFields = declareSource('Where to find the conversation');

/** For an operation that can be the tool of an AI agent: a tool's own item holds no record, so Source is hidden. */
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
		placeholder: 'e.g. {{ $json }}',
		displayOptions: asTool,
		description:
			'The conversation that the tool reads: the item that the agent works on, a field of it, or a value from the model',
		hint: '{{ $json }} is the item that the agent works on. An AI Agent of version 2 reads its first item for every item.',
	},
];

export function readItem(
	context: IExecuteFunctions,
	parameters: ParameterReader,
	speakers?: Speakers,
): ParsedItem {
	const { is, json, itemIndex } = parameters;
	const isField = isTool(context) || is('source', 'field');
	const value: unknown = isField ? json('fieldValue') : context.getInputData()[itemIndex]?.json;
	const parsed = parseItem(value, speakers);
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

/** As {@link readItem}, but throws for a flat item such as Simplified, which never holds its turns. */
export function readItemWithTurns(context: IExecuteFunctions, parameters: ParameterReader) {
	const item = readItem(context, parameters, readSpeakers(parameters));
	if (item.missingTurns === 'flat') throwNodeError(context, 'item-without-record');
	return item;
}

/** If the item lacks the history, `transcript` gives the words. Throws if more is needed: times, tool calls. */
export function readSpokenItem(
	context: IExecuteFunctions,
	parameters: ParameterReader,
	needsHistory = false,
) {
	const { conversation, missingTurns } = readItemWithTurns(context, parameters);
	if (conversation.history !== null) return { conversation, isRestored: false };
	const restored = restoreTurns(conversation);
	if (!restored.success) throwReason(context, restored.error);
	const { turns } = restored;
	if (turns !== null && !needsHistory) {
		return { conversation: { ...conversation, history: turns }, isRestored: true };
	}
	if (missingTurns === 'leftOut' || (turns ?? []).length > 0) {
		throwNodeError(context, 'history-left-out');
	}
	return { conversation, isRestored: false };
}
