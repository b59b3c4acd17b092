import type { Result } from '../errors';
import { parseJsonText } from '../json/parse-json-text';

/** Why bytes are no JSON value. */
export type BodyErrorCode = 'body-empty' | 'body-not-utf8' | 'body-not-json';

/**
 * Reads the bytes of a body as JSON, whatever content type they were labelled with. A byte order
 * mark is skipped.
 *
 * Error codes: `body-empty` (no bytes, or white space alone), `body-not-utf8`, `body-not-json`.
 */
export function parseBodyBytes(
	bytes: Uint8Array | string,
): Result<{ body: unknown }, BodyErrorCode> {
	const text = typeof bytes === 'string' ? bytes.replace(/^\uFEFF/, '') : decodeUtf8(bytes);
	if (text === null) return fail('body-not-utf8', 'The body is not UTF-8 text.');
	if (text.trim() === '') return fail('body-empty', 'The body is empty.');
	const parsed = parseJsonText(text);
	if (!parsed.success) return fail('body-not-json', 'The body is not valid JSON.');
	return { success: true, body: parsed.value };
}

function decodeUtf8(bytes: Uint8Array): string | null {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return null;
	}
}

function fail(code: BodyErrorCode, message: string) {
	return { success: false as const, error: { code, message } };
}
