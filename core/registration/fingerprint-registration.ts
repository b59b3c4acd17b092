import { createHash } from 'node:crypto';
import type { UnknownObject } from '../json/json';
import { canonicalizeJson } from '../json/canonicalize-json';
import { normalizeAddress } from '../net/normalize-address';

/**
 * Whose webhook it is: `iss` and `sub` of the access token if it can be read, else the id of the
 * credential in n8n.
 */
export type RegistrationAccount = { issuer: string; subject: string } | { credentialId: string };

/** What makes a registration another one when it changes. */
export type RegistrationIdentity = {
	apiBaseUrl: string;
	account: RegistrationAccount;
	webhookUrl: string;
	/** The body that is sent, placeholders already replaced. */
	body: UnknownObject;
	/** Raised by the user after deleting the webhook in the web app. */
	revision: number;
};

/**
 * The fingerprint under which a registration is remembered: 64 lower-case hex digits (SHA-256).
 * Trailing slashes, letter case of the host and a default port in the API base URL do not
 * matter, nor does the order of the body's fields.
 */
export function fingerprintRegistration(identity: RegistrationIdentity): string {
	const account =
		'credentialId' in identity.account
			? ['credential', identity.account.credentialId]
			: ['token', identity.account.issuer, identity.account.subject];
	const text = canonicalizeJson([
		normalizeAddress(identity.apiBaseUrl),
		account,
		identity.webhookUrl,
		identity.body,
		identity.revision,
	]);
	return createHash('sha256').update(text).digest('hex');
}
