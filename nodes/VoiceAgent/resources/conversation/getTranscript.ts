import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import {
	buildChatMessages,
	type ChatMessage,
} from '../../../../core/conversation/transcript/chat-messages';
import type { Conversation } from '../../../../core/conversation/conversation';
import { restoreTurns } from '../../../../core/record/item';
import {
	type TranscriptOptions,
	writeMarkdownTranscript,
	writeTextTranscript,
} from '../../../../core/conversation/transcript/transcript';
import { writeSubRip, writeWebVtt } from '../../../../core/conversation/transcript/subtitles';
import { throwNodeError, throwReason } from '../../../shared/errors';
import { isTool, type ParameterReader } from '../../../shared/read-parameters';
import { addHint, createFile, declareFileField, prepareItem, resultOnlyField } from '../../result';
import { readItemWithTurns, sourceFieldsWithTool } from '../../source';
import { declareChoices, declareOptions } from '../../../shared/parameters';
import { speakersField } from '../../../shared/output-fields';
import { readSpeakers } from '../../../shared/settings';
import { notAsTool, type Operation } from '../operation';

type TranscriptFormat = {
	name: string;
	description: string;
	mimeType: string;
	extension: string;
	isChat?: true;
	/** Whether the format needs `history`, beyond what `transcript` tells: for times or tool calls. */
	needsHistory?: true;
	write(conversation: Conversation, options: TranscriptOptions): string | ChatMessage[];
};

const textFormat: TranscriptFormat = {
	name: 'Text',
	description: 'One line for each turn',
	mimeType: 'text/plain',
	extension: 'txt',
	write: writeTextTranscript,
};

const transcriptFormats: Record<string, TranscriptFormat> = {
	chatMessages: {
		name: 'Chat Messages',
		description: 'A list of messages with role and content for a language model',
		mimeType: 'application/json',
		extension: 'json',
		isChat: true,
		needsHistory: true,
		write: buildChatMessages,
	},
	markdown: {
		name: 'Markdown',
		description: 'A heading, the main facts of the conversation, and one paragraph for each turn',
		mimeType: 'text/markdown',
		extension: 'md',
		write: writeMarkdownTranscript,
	},
	subRip: {
		name: 'SubRip',
		description: 'Subtitles (.srt) that follow the recording',
		mimeType: 'application/x-subrip',
		extension: 'srt',
		needsHistory: true,
		write: writeSubRip,
	},
	text: textFormat,
	webVtt: {
		name: 'WebVTT',
		description: 'Subtitles (.vtt) that follow the recording, for a player on a web page',
		mimeType: 'text/vtt',
		extension: 'vtt',
		needsHistory: true,
		write: writeWebVtt,
	},
};

const transcriptFields: INodeProperties[] = [
	{
		displayName: 'Format',
		name: 'format',
		type: 'options',
		noDataExpression: true,
		options: declareChoices(transcriptFormats),
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
		...declareFileField('fileField', 'transcript'),
		displayOptions: { show: { putOutputIn: ['file'] } },
	},
	declareOptions([
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
		speakersField,
	]),
];

const NOTHING_TO_WRITE =
	'A transcript is empty: the conversation has no turns for this format. Options add system turns and tool calls.';

const NO_FILE = 'No file was created.';

const NO_TURNS =
	'A transcript is empty, because its item has no turns. If the trigger leaves out the history, let it emit the history.';

export const getTranscript: Operation = {
	name: 'Get Transcript',
	action: 'Get transcript',
	description:
		'Write what was said as text, Markdown, subtitles or chat messages. Options → Result Only emits it alone.',
	fields: [...sourceFieldsWithTool, ...transcriptFields],
	async execute(context, parameters) {
		const format = transcriptFormats[parameters.anyChoice('format') ?? ''] ?? textFormat;
		const conversation = readSpokenConversation(context, parameters, format.needsHistory);
		const { id, history } = conversation;
		const { isFile, name } = readTarget(context, parameters, format.isChat);
		const emit = prepareItem(context, parameters, id, { [isFile ? 'files' : 'fields']: [name] });
		const { transcript, isEmpty } = writeTranscript(conversation, format, parameters);
		if (isEmpty && isTool(context)) throwNodeError(context, 'tool-result-empty');
		const hasTurns = (history ?? []).length > 0;
		const makesNoFile = isFile && isEmpty && hasTurns;
		const hint = hasTurns ? NOTHING_TO_WRITE : NO_TURNS;
		if (isEmpty) addHint(context, makesNoFile ? `${hint} ${NO_FILE}` : hint);
		if (!isFile) return [emit({ [name]: transcript })];
		if (makesNoFile) return [emit({})];
		const content = format.isChat ? JSON.stringify(transcript) : String(transcript);
		const file = await createFile(context, id, content, format);
		return [emit({}, { [name]: file })];
	},
};

function writeTranscript(
	conversation: Conversation,
	{ write }: TranscriptFormat,
	parameters: ParameterReader,
) {
	const { flag } = parameters;
	const options = {
		speakers: readSpeakers(parameters),
		includeSystemTurns: flag('options.includeSystemTurns', false),
		includeTimes: flag('options.includeTimes', false),
		includeToolCalls: flag('options.includeToolCalls', false),
	};
	const transcript = write(conversation, options);
	// Without turns a format writes its heading and facts, such as `WEBVTT`, or nothing.
	const frame = write({ ...conversation, history: [] }, options);
	return { transcript, isEmpty: transcript.length === frame.length };
}

function readTarget(context: IExecuteFunctions, parameters: ParameterReader, isChat?: boolean) {
	const isFile = parameters.is('putOutputIn', 'file');
	if (isFile && isTool(context)) {
		throwNodeError(context, 'operation-not-as-tool', { parameter: 'Put Output In' });
	}
	const path = isFile ? 'fileField' : isChat ? 'messagesField' : 'textField';
	return { isFile, name: parameters.text(path) ?? throwNodeError(context, 'field-name-missing') };
}

/** If the item lacks the history, `transcript` gives the words. Throws if the format needs more: times, tool calls. */
function readSpokenConversation(
	context: IExecuteFunctions,
	parameters: ParameterReader,
	needsHistory: boolean | undefined,
): Conversation {
	const { conversation, missingTurns } = readItemWithTurns(context, parameters);
	if (conversation.history !== null) return conversation;
	const restored = restoreTurns(conversation);
	if (!restored.success) throwReason(context, restored.error);
	const { turns } = restored;
	if (turns !== null && !needsHistory) return { ...conversation, history: turns };
	if (missingTurns === 'leftOut' || (turns ?? []).length > 0) {
		throwNodeError(context, 'history-left-out');
	}
	return conversation;
}
