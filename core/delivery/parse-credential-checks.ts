import * as z from 'zod/v4-mini';
import type { Result } from '../errors';
import { hasOwn, type UnknownObject } from '../json/json';
import { parseWithSchema } from '../parse-with-schema';
import type { DeliveryAuthentication } from './authenticate-delivery';

const TEXT = z.optional(z.string().check(z.trim(), z.minLength(1)));

/** Fields of a credential that protect something. */
const FIELDS = z.object({
	signingSecret: TEXT,
	expectedAudience: TEXT,
	expectedClient: TEXT,
	expectedSubject: TEXT,
});

/** What a credential demands of deliveries; `undefined` is not demanded. */
export type CredentialChecks = Pick<
	DeliveryAuthentication,
	'signingSecret' | 'audience' | 'client' | 'subject'
>;

/**
 * Reads what a credential demands of deliveries. A field that is missing or `''` is not set: n8n fills
 * in defaults when it decrypts. Anything else but text, and blanks alone, is an error, never "not set":
 * an expression that went wrong must not switch a check off. Blanks around a pasted value are cut.
 *
 * Error code: `credential-field-invalid`, with the field's name as `path`.
 */
export function parseCredentialChecks(
	data: UnknownObject,
): Result<{ checks: CredentialChecks }, 'credential-field-invalid'> {
	const given = Object.keys(FIELDS.shape)
		// An expression without a result leaves the key: the key tells it from what is not set.
		.filter((field) => hasOwn(data, field) && data[field] !== '')
		.map((field) => [field, data[field] ?? null]);
	const parsed = parseWithSchema(FIELDS, Object.fromEntries(given), {
		subject: 'The credential',
		code: 'credential-field-invalid',
	});
	if (!parsed.success) return parsed;
	const {
		signingSecret,
		expectedAudience: audience,
		expectedClient: client,
		expectedSubject: subject,
	} = parsed.value;
	return { success: true, checks: { signingSecret, audience, client, subject } };
}
