import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

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
 * sender chose: what is no letter, digit, dash or underscore becomes a dash, so no name leads
 * out of a folder.
 */
export function nameFile(conversationId: string | null, extension: string): string {
	const id = (conversationId ?? '').slice(0, MAX_ID_CHARACTERS).replace(/[^A-Za-z0-9_-]/g, '-');
	return id === '' ? `conversation.${extension}` : `conversation-${id}.${extension}`;
}

/** The file as n8n keeps it, in UTF-8. */
export async function createFile(
	context: IExecuteFunctions,
	file: ConversationFile,
): Promise<IBinaryData> {
	return await context.helpers.prepareBinaryData(
		Buffer.from(file.content, 'utf8'),
		nameFile(file.conversationId, file.extension),
		file.mimeType,
	);
}
