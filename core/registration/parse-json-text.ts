/** Parses JSON text without throwing. The parser's own message is dropped: it quotes the text. */
export function parseJsonText(
	text: string,
): { success: true; value: unknown } | { success: false } {
	try {
		const value: unknown = JSON.parse(text);
		return { success: true, value };
	} catch {
		return { success: false };
	}
}
