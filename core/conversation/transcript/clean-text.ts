/**
 * Text fit for a file: line breaks of every kind become `\n`, other control characters become
 * spaces, and halves of characters, which UTF-8 cannot hold, become U+FFFD.
 */
export function cleanText(text: string): string {
	return text
		.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
		.replace(/[^\P{Cc}\n]/gu, ' ')
		.replace(/\p{Cs}/gu, '\uFFFD');
}

/** The lines of a text that hold something, without white space at their ends. */
export function listLines(text: string): string[] {
	return cleanText(text)
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '');
}

/** A text on one line. */
export function joinToLine(text: string): string {
	return listLines(text).join(' ');
}
