import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { Conversation } from '../../../../core/conversation/conversation';
import { isTimeZone } from '../../../../core/conversation/moments';
import { LEAST_NOTE_BYTES, type NoteOptions } from '../../../../core/conversation/transcript/note';
import { checkRecordingUrl } from '../../../../core/recording/check-url';
import { isTool, throwNodeError } from '../../../shared/errors';
import { speakersField } from '../../../shared/output-fields';
import { declareOptions, declareText } from '../../../shared/parameters';
import type { ParameterReader } from '../../../shared/read-parameters';
import { readSpeakers } from '../../../shared/settings';
import { addHint, createFile, declareFileField, prepareItem, resultOnlyField } from '../../result';
import { readSpokenItem, sourceFieldsWithTool } from '../../source';
import { textFormat, type TranscriptFormat, transcriptFormats } from '../../transcript-formats';
import { notAsTool, type Operation } from '../operation';

const notes = ['note', 'noteHtml'];
const textFormats = ['markdown', ...notes, 'text'];

const transcriptFields: INodeProperties[] = [
	{
		displayName: 'Format',
		name: 'format',
		type: 'options',
		noDataExpression: true,
		options: Object.entries(transcriptFormats).map(([value, { name, description }]) => ({
			name,
			value,
			description,
		})),
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
			displayName: 'Include Recording Link',
			name: 'includeRecordingLink',
			type: 'boolean',
			displayOptions: { show: { '/format': notes } },
			default: false,
			description:
				'Whether to write the link in audio_url, with which anyone can open the recording until the link expires. Only a public address with https is written.',
		},
		{
			displayName: 'Include System Turns',
			name: 'includeSystemTurns',
			type: 'boolean',
			displayOptions: { show: { '/format': ['chatMessages', ...textFormats] } },
			default: false,
			description: "Whether to write system turns, such as the agent's instructions",
		},
		{
			displayName: 'Include Times',
			name: 'includeTimes',
			type: 'boolean',
			displayOptions: { show: { '/format': textFormats } },
			default: false,
			description:
				'Whether to write when each turn started, counted from the start of the recording',
		},
		{
			displayName: 'Include Tool Calls',
			name: 'includeToolCalls',
			type: 'boolean',
			displayOptions: { show: { '/format': ['chatMessages', ...textFormats] } },
			default: false,
			description:
				'Whether to write tool calls and their outputs. As messages, some models reject calls to tools that they do not know.',
		},
		{
			displayName: 'Longest (Bytes)',
			name: 'longestBytes',
			type: 'number',
			typeOptions: { minValue: LEAST_NOTE_BYTES, numberPrecision: 0 },
			displayOptions: { show: { '/format': notes } },
			default: 30_000,
			description:
				'How long the note may be, in bytes of UTF-8. What is longer is cut, and the last line says so. Without this option, there is no limit.',
		},
		resultOnlyField,
		speakersField,
		{
			...declareText(
				'timeZone',
				'Time Zone',
				'Europe/Berlin',
				"Time zone of the call's start. Default: the workflow's.",
			),
			displayOptions: { show: { '/format': notes } },
		},
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
		'Write what was said as text, note, subtitles or chat messages. Options → Result Only emits it alone.',
	fields: [...sourceFieldsWithTool, ...transcriptFields],
	async execute(context, parameters) {
		const format = transcriptFormats[parameters.anyChoice('format') ?? ''] ?? textFormat;
		const { conversation } = readSpokenItem(context, parameters, format.needsHistory);
		const { id, history } = conversation;
		const { isFile, name } = readTarget(context, parameters, format.isChat);
		const emit = prepareItem(context, parameters, id, { [isFile ? 'files' : 'fields']: [name] });
		const options = readOptions(context, parameters, conversation, format);
		const { transcript, isEmpty } = writeTranscript(conversation, format, options);
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
	{ isNote, write }: TranscriptFormat,
	options: NoteOptions,
) {
	const transcript = write(conversation, options);
	if (isNote) return { transcript, isEmpty: false };
	// Without turns a format writes its heading and facts, such as `WEBVTT`, or nothing.
	const frame = write({ ...conversation, history: [] }, options);
	return { transcript, isEmpty: transcript.length === frame.length };
}

function readOptions(
	context: IExecuteFunctions,
	parameters: ParameterReader,
	{ audio_url }: Conversation,
	{ isNote }: TranscriptFormat,
): NoteOptions {
	const { flag, number, text, reject } = parameters;
	const turns = {
		speakers: readSpeakers(parameters),
		includeSystemTurns: flag('options.includeSystemTurns', false),
		includeTimes: flag('options.includeTimes', false),
		includeToolCalls: flag('options.includeToolCalls', false),
	};
	if (!isNote) return turns;
	const timeZone = text('options.timeZone');
	if (timeZone !== undefined && !isTimeZone(timeZone)) {
		reject('options.timeZone', 'it is no time zone, such as Europe/Berlin');
	}
	const link = checkRecordingUrl(audio_url?.trim() ?? '', {});
	const isLinked = flag('options.includeRecordingLink', false) && link.success;
	return {
		...turns,
		timeZone: timeZone ?? context.getTimezone(),
		recordingUrl: isLinked ? link.url : undefined,
		longestBytes: number('options.longestBytes', Infinity),
	};
}

function readTarget(context: IExecuteFunctions, parameters: ParameterReader, isChat?: boolean) {
	const isFile = parameters.is('putOutputIn', 'file');
	if (isFile && isTool(context)) {
		throwNodeError(context, 'operation-not-as-tool', { parameter: 'Put Output In' });
	}
	const path = isFile ? 'fileField' : isChat ? 'messagesField' : 'textField';
	return { isFile, name: parameters.text(path) ?? throwNodeError(context, 'field-name-missing') };
}
