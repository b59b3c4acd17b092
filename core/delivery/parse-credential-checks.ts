import type { Result } from '../errors';
import { hasOwn, type UnknownObject } from '../json/json';
import type { DeliveryAuthentication } from './authenticate-delivery';

/** Fields of a credential that protect something, by what they protect. */
const CHECK_FIELDS = {
	signingSecret: 'signingSecret',
	audience: 'expectedAudience',
	client: 'expectedClient',
	subject: 'expectedSubject',
} as const;

/** What a credential demands of deliveries; `undefined` is not demanded. */
export type CredentialChecks = Pick<DeliveryAuthentication, keyof typeof CHECK_FIELDS>;

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
	const checks: CredentialChecks = {};
	for (const [check, field] of Object.entries(CHECK_FIELDS)) {
		// An expression without a result leaves the key: the key tells it from what is not set.
		const value = hasOwn(data, field) ? data[field] : '';
		if (value === '') continue;
		if (typeof value !== 'string' || value.trim() === '') {
			const message = 'The field of the credential is set, but not to text.';
			return { success: false, error: { code: 'credential-field-invalid', message, path: field } };
		}
		Object.assign(checks, { [check]: value.trim() });
	}
	return { success: true, checks };
}
