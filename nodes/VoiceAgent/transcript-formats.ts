import type { Conversation } from '../../core/conversation/conversation';
import {
	buildChatMessages,
	type ChatMessage,
} from '../../core/conversation/transcript/chat-messages';
import {
	type NoteOptions,
	writeHtmlNote,
	writeNote,
} from '../../core/conversation/transcript/note';
import { writeSubRip, writeWebVtt } from '../../core/conversation/transcript/subtitles';
import {
	writeMarkdownTranscript,
	writeTextTranscript,
} from '../../core/conversation/transcript/transcript';

export type TranscriptFormat = {
	name: string;
	description: string;
	mimeType: string;
	extension: string;
	isChat?: true;
	/** Whether the format needs `history`, beyond what `transcript` tells: for times or tool calls. */
	needsHistory?: true;
	/** Whether the facts are worth writing, even if nothing was said. */
	isNote?: true;
	write(conversation: Conversation, options: NoteOptions): string | ChatMessage[];
};

export const textFormat: TranscriptFormat = {
	name: 'Text',
	description: 'One line for each turn',
	mimeType: 'text/plain',
	extension: 'txt',
	write: writeTextTranscript,
};

export const transcriptFormats: Record<string, TranscriptFormat> = {
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
	note: {
		...textFormat,
		name: 'Note',
		description: 'The main facts and what was said as plain text, for a CRM',
		isNote: true,
		write: writeNote,
	},
	noteHtml: {
		name: 'Note in HTML',
		description: 'The main facts and what was said as HTML, for a CRM or an e-mail',
		mimeType: 'text/html',
		extension: 'html',
		isNote: true,
		write: writeHtmlNote,
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
