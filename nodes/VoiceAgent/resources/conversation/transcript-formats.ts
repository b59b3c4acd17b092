import type { INodePropertyOptions } from 'n8n-workflow';
import {
	buildChatMessages,
	type ChatMessage,
	type Conversation,
	type TranscriptOptions,
	writeMarkdownTranscript,
	writeSubRip,
	writeTextTranscript,
	writeWebVtt,
} from '../../../../core';

/** One way to write a transcript. */
type TranscriptFormat = {
	/** As the editor shows it. */
	name: string;
	description: string;
	mimeType: string;
	/** Without the dot. */
	extension: string;
	/** Whether it is a list of messages rather than text. */
	isChat: boolean;
	/** Whether it needs the history itself, for times or calls of tools. */
	needsHistory: boolean;
	write(conversation: Conversation, options: TranscriptOptions): string | ChatMessage[];
};

/** Every format by the value of the parameter Format, in the order of the list. */
const transcriptFormats = {
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
		isChat: false,
		needsHistory: false,
		write: writeMarkdownTranscript,
	},
	subRip: {
		name: 'SubRip',
		description: 'Subtitles (.srt) that follow the recording',
		mimeType: 'application/x-subrip',
		extension: 'srt',
		isChat: false,
		needsHistory: true,
		write: writeSubRip,
	},
	text: {
		name: 'Text',
		description: 'One line for each turn',
		mimeType: 'text/plain',
		extension: 'txt',
		isChat: false,
		needsHistory: false,
		write: writeTextTranscript,
	},
	webVtt: {
		name: 'WebVTT',
		description: 'Subtitles (.vtt) that follow the recording, for a player on a web page',
		mimeType: 'text/vtt',
		extension: 'vtt',
		isChat: false,
		needsHistory: true,
		write: writeWebVtt,
	},
} satisfies Record<string, TranscriptFormat>;

/** The list of the parameter Format. */
export const formatOptions: INodePropertyOptions[] = Object.entries(transcriptFormats).map(
	([value, { name, description }]) => ({ name, value, description }),
);

/** The format of a value; of one that nobody knows, text. */
export function findFormat(value: unknown): TranscriptFormat {
	const found = Object.entries(transcriptFormats).find(([name]) => name === value);
	return found?.[1] ?? transcriptFormats.text;
}
