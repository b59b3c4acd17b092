import { fail, type Result } from '../errors';
import type { UnknownObject } from '../json/json';
import { parseJsonText } from '../json/parse-json-text';
import { ANY_OBJECT, parseWithSchema } from '../parse-with-schema';

/**
 * - `extra-fields-not-json`: the text is not JSON
 * - `extra-fields-not-object`: it is no JSON object
 */
export const EXTRA_FIELDS_ERROR_CODES = [
	'extra-fields-not-json',
	'extra-fields-not-object',
] as const;
export type ExtraFieldsErrorCode = (typeof EXTRA_FIELDS_ERROR_CODES)[number];

/**
 * Reads the extra fields of a registration body: a JSON object, or the text of one. Nothing, null and
 * empty text are no fields.
 */
export function parseExtraFields(
	extraFields: unknown,
): Result<{ fields: UnknownObject }, ExtraFieldsErrorCode> {
	if (extraFields === undefined || extraFields === null) return { success: true, fields: {} };
	if (typeof extraFields !== 'string') return takeObject(extraFields);
	if (extraFields.trim() === '') return { success: true, fields: {} };
	const parsed = parseJsonText(extraFields);
	return parsed.success
		? takeObject(parsed.value)
		: fail('extra-fields-not-json', 'The extra fields are not valid JSON.');
}

function takeObject(value: unknown): Result<{ fields: UnknownObject }, 'extra-fields-not-object'> {
	const parsed = parseWithSchema(ANY_OBJECT, value, {
		subject: 'The value of the extra fields',
		code: 'extra-fields-not-object',
	});
	return parsed.success ? { success: true, fields: parsed.value } : parsed;
}
