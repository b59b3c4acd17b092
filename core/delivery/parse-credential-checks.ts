import { fail, type Result } from '../errors';
import { hasOwn, type UnknownObject } from '../json/json';
import type { DeliveryAuthentication } from './authenticate-delivery';

/** What a credential demands of deliveries; `undefined` is not demanded. */
export type CredentialChecks = Pick<
	DeliveryAuthentication,
	'signingSecret' | 'audience' | 'client' | 'subject'
>;

/** Why it is not known what a credential demands. */
export type CredentialCheckErrorCode = 'credential-field-invalid' | 'credential-sender-missing';

/** The fields of a credential that protect something, as {@link CredentialChecks} names them. */
const FIELDS = {
	signingSecret: 'signingSecret',
	expectedAudience: 'audience',
	expectedClient: 'client',
	expectedSubject: 'subject',
} as const;

/**
 * Reads what a credential demands of deliveries. The expected audience, client and subject are demanded
 * while the switch `checkSender` is on: set to anything but `false`. A field that is missing or `''` is
 * not set: n8n fills in defaults when it decrypts. Anything else but text, and spaces alone, is an error,
 * never "not set": an expression that went wrong must not switch a check off. So is `''` beside
 * `…IsSet`, by which the credential tells that something was entered. Spaces around a pasted value are cut.
 *
 * Error codes: `credential-field-invalid` for what is not text, with the field's name as `path`;
 * `credential-sender-missing` if the switch is on and none of its fields is set.
 */
export function parseCredentialChecks(
	data: UnknownObject,
): Result<{ checks: CredentialChecks }, CredentialCheckErrorCode> {
	const checks: Partial<CredentialChecks> = {};
	const isSenderChecked = hasOwn(data, 'checkSender') && data.checkSender !== false;
	for (const [field, name] of Object.entries(FIELDS)) {
		if (name !== 'signingSecret' && !isSenderChecked) continue;
		if (!hasOwn(data, field) || (data[field] === '' && !hasOwn(data, `${field}IsSet`))) continue;
		const value = data[field];
		const text = typeof value === 'string' ? value.trim() : '';
		if (text === '') return fail('credential-field-invalid', `"${field}" is not text.`, field);
		checks[name] = text;
	}
	const { signingSecret, audience, client, subject } = checks;
	if (isSenderChecked && (audience ?? client ?? subject) === undefined) {
		return fail('credential-sender-missing', 'The credential expects no sender.');
	}
	return { success: true, checks: { signingSecret, audience, client, subject } };
}
