import { writeReport } from '../../../../core';
import type { Operation } from '../operation';
import { createFileItem } from '../../items/create-file-item';
import { readFieldName } from '../../items/read-field-name';
import { readItemWithTurns, sourceFields } from '../../items/read-item';

/** Writes a conversation as one HTML page that needs nothing else. Calls nobody. */
export const createReport: Operation = {
	name: 'Create Report',
	action: 'Create a report',
	description: 'Write the conversation as one HTML page that needs nothing else',
	fields: [
		...sourceFields,
		{
			displayName: 'Put Output File in Field',
			name: 'fileField',
			type: 'string',
			default: 'data',
			required: true,
			hint: 'The name of the output binary field to put the file in',
		},
	],
	async execute(context, itemIndex) {
		const { conversation } = readItemWithTurns(context, itemIndex);
		const { id, agent_title, status, started_at, duration_seconds } = conversation;
		const json = { id, title: agent_title || 'Conversation', status, started_at, duration_seconds };
		const content = writeReport(conversation);
		const file = { conversationId: id, content, extension: 'html', mimeType: 'text/html' };
		const fieldName = readFieldName(context, itemIndex, 'fileField');
		return [await createFileItem(context, json, fieldName, file)];
	},
};
