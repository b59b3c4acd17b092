import type { INodeProperties } from 'n8n-workflow';
import { parseTranscriptSettings } from '../../../../core';
import { throwNodeError } from '../../../shared';
import { isTool, notAsTool } from '../../as-tool';
import type { Operation } from '../operation';
import { prepareItem, resultOnlyField } from '../../items/add-to-item';
import { addHint } from '../../items/add-hint';
import { createFile } from '../../items/create-file';
import { readFieldName } from '../../items/read-field-name';
import { readSpokenConversation, sourceFieldsWithTool } from '../../items/read-item';
import { findFormat, formatOptions } from './transcript-formats';

const transcriptOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Include System Turns',
			name: 'includeSystemTurns',
			type: 'boolean',
			displayOptions: { show: { '/format': ['chatMessages', 'markdown', 'text'] } },
			default: false,
			description: "Whether to write system turns, such as the agent's instructions",
		},
		{
			displayName: 'Include Times',
			name: 'includeTimes',
			type: 'boolean',
			displayOptions: { show: { '/format': ['markdown', 'text'] } },
			default: false,
			description:
				'Whether to write when each turn started, counted from the start of the recording',
		},
		{
			displayName: 'Include Tool Calls',
			name: 'includeToolCalls',
			type: 'boolean',
			displayOptions: { show: { '/format': ['chatMessages', 'markdown', 'text'] } },
			default: false,
			description:
				'Whether to write tool calls and their outputs. As messages, some models reject calls to tools that they do not know.',
		},
		resultOnlyField,
	],
};

/** What the user sets beside the source. */
const transcriptFields: INodeProperties[] = [
	{
		displayName: 'Format',
		name: 'format',
		type: 'options',
		noDataExpression: true,
		options: formatOptions,
		default: 'text',
		description: 'Format of the transcript',
	},
	{
		displayName: 'Put Output In',
		name: 'putOutputIn',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Field', value: 'field', description: 'A field of the item' },
			{
				name: 'File',
				value: 'file',
				description: 'A binary file of the item',
				displayOptions: notAsTool,
			},
		],
		default: 'field',
		description: 'Where to put the transcript',
	},
	{
		displayName: 'Field Name',
		name: 'messagesField',
		type: 'string',
		default: 'messages',
		required: true,
		displayOptions: { show: { format: ['chatMessages'], putOutputIn: ['field'] } },
		description: 'Name of the output field for the list of messages',
	},
	{
		displayName: 'Field Name',
		name: 'textField',
		type: 'string',
		default: 'formatted_transcript',
		required: true,
		displayOptions: { show: { putOutputIn: ['field'] }, hide: { format: ['chatMessages'] } },
		description: 'Name of the output field for the transcript',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'fileField',
		type: 'string',
		default: 'transcript',
		required: true,
		displayOptions: { show: { putOutputIn: ['file'] } },
		hint: 'The name of the output binary field to put the file in',
	},
	transcriptOptions,
];

const NOTHING_TO_WRITE =
	'A transcript is empty: the conversation has no turns for this format. Options add system turns and tool calls.';

const NO_FILE = 'No file was created.';

const NO_TURNS =
	'A transcript is empty, because its item has no turns. If the trigger leaves out the history, let it emit the history.';

/** Writes what was said as text, subtitles or chat messages. Calls nobody. */
export const getTranscript: Operation = {
	name: 'Get Transcript',
	action: 'Get a transcript',
	description: 'Write what was said as text, Markdown, subtitles or chat messages',
	fields: [...sourceFieldsWithTool, ...transcriptFields],
	async execute(context, itemIndex) {
		const { mimeType, extension, isChat, needsHistory, write } = findFormat(
			context.getNodeParameter('format', itemIndex, 'text'),
		);
		const conversation = readSpokenConversation(context, itemIndex, needsHistory);
		const { id, history } = conversation;
		const isFile = context.getNodeParameter('putOutputIn', itemIndex, 'field') === 'file';
		if (isFile && isTool(context)) {
			throwNodeError(context, 'operation-not-as-tool', {
				itemIndex,
				parameter: 'Put Output In',
			});
		}
		const target = isFile ? 'fileField' : isChat ? 'messagesField' : 'textField';
		const name = readFieldName(context, itemIndex, target);
		const emit = prepareItem(context, itemIndex, { [isFile ? 'files' : 'fields']: [name] });
		const options = context.getNodeParameter('options', itemIndex, {});
		const settings = parseTranscriptSettings(options);
		const transcript = write(conversation, settings);
		const isEmpty = transcript.length === write({ ...conversation, history: [] }, settings).length;
		if (isEmpty && isTool(context)) throwNodeError(context, 'tool-result-empty', { itemIndex });
		const hasTurns = history !== null && history.length > 0;
		const makesNoFile = isFile && isEmpty && hasTurns;
		const hint = hasTurns ? NOTHING_TO_WRITE : NO_TURNS;
		if (isEmpty) addHint(context, makesNoFile ? `${hint} ${NO_FILE}` : hint);
		if (!isFile) return [emit({ conversationId: id, fields: { [name]: transcript } })];
		if (makesNoFile) return [emit({ conversationId: id })];
		const content = isChat ? JSON.stringify(transcript) : String(transcript);
		const file = await createFile(context, { conversationId: id, content, extension, mimeType });
		return [emit({ conversationId: id, files: { [name]: file } })];
	},
};
