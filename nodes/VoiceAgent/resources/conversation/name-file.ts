const MOST_CHARACTERS_OF_ID = 100;

/**
 * Name of a file made from a conversation, such as `conversation-1234.vtt`. An id is any text that a
 * sender chose: what is no letter, digit, dash or underscore becomes a dash, so that no name leads
 * out of a folder.
 */
export function nameFile(conversationId: string | null, extension: string): string {
	const id = (conversationId ?? '').slice(0, MOST_CHARACTERS_OF_ID).replace(/[^A-Za-z0-9_-]/g, '-');
	return id === '' ? `conversation.${extension}` : `conversation-${id}.${extension}`;
}
