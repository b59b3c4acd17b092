import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

const MAX_ID_CHARACTERS = 100;

/** A file made from a conversation. */
export type ConversationFile = {
	conversationId: string | null;
	content: string;
	/** Without the dot. */
	extension: string;
	mimeType: string;
};

/**
 * Name of a file made from a conversation, such as `conversation-1234.vtt`. An id is any text that a
 * sender chose: what is no letter, digit, dash or underscore becomes a dash, so that no name leads
 * out of a folder.
 */
export function nameFile(conversationId: string | null, extension: string): string {
	const id = (conversationId ?? '').slice(0, MAX_ID_CHARACTERS).replace(/[^A-Za-z0-9_-]/g, '-');
	return id === '' ? `conversation.${extension}` : `conversation-${id}.${extension}`;
}

/** An item with these fields that carries the file, as UTF-8, in the binary field of that name. */
export async function createFileItem(
	context: IExecuteFunctions,
	json: IDataObject,
	fieldName: string,
	file: ConversationFile,
): Promise<INodeExecutionData> {
	const binary = await context.helpers.prepareBinaryData(
		Buffer.from(file.content, 'utf8'),
		nameFile(file.conversationId, file.extension),
		file.mimeType,
	);
	return { json, binary: { [fieldName]: binary } };
}
