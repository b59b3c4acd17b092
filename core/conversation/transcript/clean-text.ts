/**
 * Every end of a line that Unicode knows (UTS 18, 1.6), for what writes lines and what reads them: an
 * end of a line that only one of them knew would make two lines of what one speaker said.
 */
const LINE_ENDS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/**
 * Text fit for a file: line ends of every kind become `\n`, other control characters become spaces,
 * and halves of characters, which UTF-8 cannot hold, and noncharacters, at which players drop a
 * subtitle, become U+FFFD.
 */
export function cleanText(text: string): string {
	return text
		.replace(LINE_ENDS, '\n')
		.replace(/[^\P{Cc}\n]/gu, ' ')
		.replace(/[\p{Cs}\p{Noncharacter_Code_Point}]/gu, '\uFFFD');
}

/** The lines of a text that hold something, without white space at their ends. */
export function listLines(text: string): string[] {
	return splitLines(cleanText(text));
}

/** A text on one line. */
export function joinToLine(text: string): string {
	return listLines(text).join(' ');
}

/** A text on one line, and otherwise as it is. */
export function joinLines(text: string): string {
	return text.search(LINE_ENDS) === -1 ? text : splitLines(text).join(' ');
}

function splitLines(text: string): string[] {
	return text
		.split(LINE_ENDS)
		.map((line) => line.trim())
		.filter((line) => line !== '');
}
