/** The text as an http or https address, `undefined` if it is none. */
export function parseHttpUrl(text: string): URL | undefined {
	if (!URL.canParse(text)) return undefined;
	const url = new URL(text);
	return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}
