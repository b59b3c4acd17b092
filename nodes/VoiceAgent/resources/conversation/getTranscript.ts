import type { IDataObject } from 'n8n-workflow';
import type { TranscriptOptions } from '../../../../core';
import type { Operation } from '../operation';
import { createFileItem } from './create-file-item';
import { readFieldName } from './read-field-name';
import { readItemWithTurns, sourceFields } from './read-item';
import { transcriptFields } from './transcript-fields';
import { findFormat } from './transcript-formats';

function readTranscriptOptions(options: IDataObject, isChat: boolean): TranscriptOptions {
	return {
		includeSystemTurns: options.includeSystemTurns === true,
		includeTimes: options.includeTimes === true,
		includeToolCalls: isChat
			? options.leaveOutToolCalls !== true
			: options.includeToolCalls === true,
	};
}

/** Writes what was said as text, subtitles or chat messages. Calls nobody. */
export const getTranscript: Operation = {
	fields: [...sourceFields, ...transcriptFields],
	async execute(context, itemIndex) {
		const { conversation } = readItemWithTurns(context, itemIndex);
		const { id } = conversation;
		const { mimeType, extension, isChat, write } = findFormat(
			context.getNodeParameter('format', itemIndex, 'text'),
		);
		const options: IDataObject = context.getNodeParameter('options', itemIndex, {});
		const transcript = write(conversation, readTranscriptOptions(options, isChat));
		if (context.getNodeParameter('putOutputIn', itemIndex, 'field') !== 'file') {
			const fieldName = readFieldName(context, itemIndex, isChat ? 'messagesField' : 'textField');
			return [{ json: { id, [fieldName]: transcript } }];
		}
		const content = isChat ? JSON.stringify(transcript) : String(transcript);
		const file = { conversationId: id, content, extension, mimeType };
		const fieldName = readFieldName(context, itemIndex, 'fileField');
		return [await createFileItem(context, { id }, fieldName, file)];
	},
};
