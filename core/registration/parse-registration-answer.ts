import type { Result } from '../errors';
import { isObject } from '../json/json';

/** Ids are UUIDs (interface document, 2.3); a text far beyond that is none. */
const LONGEST_ID = 256;

/**
 * - `answer-not-object`: the service answered something other than a JSON object
 * - `answer-without-id`: the object has no field `id`
 * - `answer-id-invalid`: `id` is not text, is empty, or is longer than 256 characters
 */
export const REGISTRATION_ANSWER_ERROR_CODES = [
	'answer-not-object',
	'answer-without-id',
	'answer-id-invalid',
] as const;
export type RegistrationAnswerErrorCode = (typeof REGISTRATION_ANSWER_ERROR_CODES)[number];

/**
 * Reads the parsed JSON answer of a successful registration (interface document, 2.3). On any error
 * a webhook may exist all the same, so that the request must not be repeated.
 * Not checked: whether the id is a UUID.
 */
export function parseRegistrationAnswer(
	answer: unknown,
): Result<{ id: string }, RegistrationAnswerErrorCode> {
	if (!isObject(answer)) {
		return fail('answer-not-object', 'The answer to the registration is not a JSON object.');
	}
	const id = answer.id;
	if (id === undefined || id === null) {
		return fail('answer-without-id', 'The answer to the registration has no field "id".', 'id');
	}
	if (typeof id !== 'string' || id.trim() === '' || id.length > LONGEST_ID) {
		return fail(
			'answer-id-invalid',
			'The field "id" in the answer to the registration is not a non-empty text.',
			'id',
		);
	}
	return { success: true, id };
}

function fail(code: RegistrationAnswerErrorCode, message: string, path?: string) {
	return { success: false, error: { code, message, ...(path && { path }) } } as const;
}
