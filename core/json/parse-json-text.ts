import type { Result } from '../errors';

/**
 * Reads JSON text without throwing.
 *
 * Error code `not-json`: the text is no JSON. The message holds none of the text.
 */
export function parseJsonText(text: string): Result<{ value: unknown }, 'not-json'> {
	try {
		return { success: true, value: JSON.parse(text) };
	} catch {
		return { success: false, error: { code: 'not-json', message: 'The text is not valid JSON.' } };
	}
}
