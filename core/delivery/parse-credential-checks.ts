import * as z from 'zod/v4-mini';
import { fail, type Result } from '../errors';
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

/** Switches of a credential, and the fields that must be set while they are on. */
const REQUIRED_BY = {
	requireSignature: ['signingSecret'],
	requireExpectedClaims: ['expectedAudience', 'expectedClient', 'expectedSubject'],
} as const;

/** What a credential demands of deliveries; `undefined` is not demanded. */
export type CredentialChecks = Pick<
	DeliveryAuthentication,
	'signingSecret' | 'audience' | 'client' | 'subject'
>;

/** Why it is not known what a credential demands. */
export type CredentialCheckErrorCode = 'credential-field-invalid' | 'credential-field-empty';

/**
 * Reads what a credential demands of deliveries. A field that is missing or `''` is not set: n8n fills
 * in defaults when it decrypts. Anything else but text, and spaces alone, is an error, never "not set":
 * an expression that went wrong must not switch a check off. With the switch `requireSignature` an empty
 * signing secret is an error too, with `requireExpectedClaims` an empty audience, client or subject; a
 * switch that is set to anything but `false` is on. Spaces around a pasted value are cut.
 *
 * Error codes, with the field's name as `path`: `credential-field-invalid` for what is not text,
 * `credential-field-empty` for what is required and not set.
 */
export function parseCredentialChecks(
	data: UnknownObject,
): Result<{ checks: CredentialChecks }, CredentialCheckErrorCode> {
	const given = Object.keys(FIELDS.shape)
		// An expression without a result leaves the key: the key tells it from what is not set.
		.filter((field) => hasOwn(data, field) && data[field] !== '')
		.map((field) => [field, data[field] ?? null]);
	const parsed = parseWithSchema(FIELDS, Object.fromEntries(given), {
		subject: 'The credential',
		code: 'credential-field-invalid',
	});
	if (!parsed.success) return parsed;
	for (const [name, fields] of Object.entries(REQUIRED_BY)) {
		const isOn = hasOwn(data, name) && data[name] !== false;
		const empty = isOn ? fields.find((field) => parsed.value[field] === undefined) : undefined;
		if (empty !== undefined) {
			return fail('credential-field-empty', `The credential requires "${empty}".`, empty);
		}
	}
	const {
		signingSecret,
		expectedAudience: audience,
		expectedClient: client,
		expectedSubject: subject,
	} = parsed.value;
	return { success: true, checks: { signingSecret, audience, client, subject } };
}
