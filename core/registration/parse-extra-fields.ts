import type { Result } from '../errors';
import { isObject, type UnknownObject } from '../record/json';
import { parseJsonText } from '../record/parse-json-text';

/**
 * - `extra-fields-not-json`: the text is not JSON
 * - `extra-fields-not-object`: neither a JSON object nor a list of names and values
 * - `extra-field-name-empty`: an entry of the list has no name
 */
export const EXTRA_FIELDS_ERROR_CODES = [
	'extra-fields-not-json',
	'extra-fields-not-object',
	'extra-field-name-empty',
] as const;
export type ExtraFieldsErrorCode = (typeof EXTRA_FIELDS_ERROR_CODES)[number];

/**
 * Reads the extra fields of a registration body: a JSON object, the text of one, or a list of
 * `{name, value}`. In the list a value that is the text of JSON counts as that JSON (`true`, `5`,
 * `["a"]`); other text is text. Nothing, null and empty text are no fields.
 */
export function parseExtraFields(
	extraFields: unknown,
): Result<{ fields: UnknownObject }, ExtraFieldsErrorCode> {
	if (extraFields === undefined || extraFields === null) return { success: true, fields: {} };
	if (typeof extraFields === 'string') {
		if (extraFields.trim() === '') return { success: true, fields: {} };
		const parsed = parseJsonText(extraFields);
		if (!parsed.success) {
			return fail('extra-fields-not-json', 'The extra fields are not valid JSON.');
		}
		return isObject(parsed.value)
			? { success: true, fields: parsed.value }
			: fail('extra-fields-not-object', 'The extra fields must be a JSON object.');
	}
	if (Array.isArray(extraFields)) return parseList(extraFields);
	return isObject(extraFields)
		? { success: true, fields: extraFields }
		: fail('extra-fields-not-object', 'The extra fields must be a JSON object.');
}

function parseList(
	list: readonly unknown[],
): Result<{ fields: UnknownObject }, ExtraFieldsErrorCode> {
	const fields: Array<[string, unknown]> = [];
	for (const [index, entry] of list.entries()) {
		const path = `extraFields.${index}`;
		if (!isObject(entry)) {
			return fail('extra-fields-not-object', 'An extra field must have a name and a value.', path);
		}
		if (typeof entry.name !== 'string' || entry.name.trim() === '') {
			return fail('extra-field-name-empty', 'An extra field has no name.', path);
		}
		const parsed = typeof entry.value === 'string' ? parseJsonText(entry.value) : undefined;
		fields.push([entry.name.trim(), parsed?.success ? parsed.value : (entry.value ?? null)]);
	}
	return { success: true, fields: Object.fromEntries(fields) };
}

function fail(code: ExtraFieldsErrorCode, message: string, path?: string) {
	return { success: false, error: { code, message, ...(path && { path }) } } as const;
}
