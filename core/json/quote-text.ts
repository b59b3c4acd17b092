/**
 * The beginning of a text from outside in quotation marks, for a message or a line of a log: without
 * control characters and others that are not to be seen, which could forge a line.
 */
export function quoteText(text: string, maxCharacters: number): string {
	const shown = text.slice(0, maxCharacters).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '');
	return JSON.stringify(text.length > maxCharacters ? `${shown}…` : shown);
}
