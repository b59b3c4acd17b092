/** The beginning of a text for a place that has room for so many characters. */
export function shorten(text: string, maxCharacters: number): string {
	return text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text;
}
