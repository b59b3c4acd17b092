import * as z from 'zod/v4-mini';
import { fail, type Result } from '../errors';
import { parseWithSchema } from '../parse-with-schema';

/** Ids are UUIDs (interface document, 2.3); a text far beyond that is none. */
const MAX_ID_LENGTH = 256;

/**
 * - `response-not-object`: the service answered something other than a JSON object
 * - `response-without-id`: the object has no field `id`
 * - `response-id-invalid`: `id` is not text, is empty, or is longer than 256 characters
 */
export const REGISTRATION_RESPONSE_ERROR_CODES = [
	'response-not-object',
	'response-without-id',
	'response-id-invalid',
] as const;
export type RegistrationResponseErrorCode = (typeof REGISTRATION_RESPONSE_ERROR_CODES)[number];

const id = z.string().check(z.maxLength(MAX_ID_LENGTH), z.regex(/\S/));
const registrationResponse = z.object({ id: z.nullish(id) });

/**
 * Reads the parsed JSON body of a successful registration (interface document, 2.3). On any error a
 * webhook may exist all the same, so the request must not be repeated.
 * Not checked: whether the id is a UUID.
 */
export function parseRegistrationResponse(
	body: unknown,
): Result<{ id: string }, RegistrationResponseErrorCode> {
	const parsed = parseWithSchema(registrationResponse, body, {
		subject: 'The response to the registration',
		code: (path) => (path === '' ? 'response-not-object' : 'response-id-invalid'),
	});
	if (!parsed.success) return parsed;
	if (typeof parsed.value.id === 'string') return { success: true, id: parsed.value.id };
	return fail('response-without-id', 'The response to the registration has no field "id".', 'id');
}
