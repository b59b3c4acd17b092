/**
 * Whether a text from outside can become one part of a path. `.` and `..` lead elsewhere, even encoded,
 * and a slash may be decoded on the way.
 */
export function isPathSegment(text: string): boolean {
	return text !== '' && text !== '.' && text !== '..' && !/[/\\]/.test(text);
}
