import { createHash } from 'node:crypto';
import * as z from 'zod/v4-mini';
import { isObject, sortFields, type UnknownObject } from '../json';
import { normalizeAddress } from '../net/address';

export const REMEMBERED_REGISTRATIONS_KEY = 'voiceAgentRegistrations';

const FINGERPRINT = /^[0-9a-f]{64}$/;

const rememberedRegistration = z.object({
	id: z.string().check(z.minLength(1)),
	registeredAt: z.string(),
	webhookUrl: z.string(),
	events: z.array(z.string()),
});

export type RememberedRegistration = z.infer<typeof rememberedRegistration>;

/** By fingerprint. Invalid entries are left out: damaged static data must not stop activation. */
export function parseRememberedRegistrations(stored: unknown): Map<string, RememberedRegistration> {
	const registrations = new Map<string, RememberedRegistration>();
	if (!isObject(stored)) return registrations;
	for (const [fingerprint, entry] of Object.entries(stored)) {
		const parsed = z.safeParse(rememberedRegistration, entry);
		if (FINGERPRINT.test(fingerprint) && parsed.success) {
			registrations.set(fingerprint, parsed.data);
		}
	}
	return registrations;
}

export type RegistrationIdentity = {
	apiBaseUrl: string;
	/** `iss` and `sub` of the access token if it can be read, else n8n's id of the credential. */
	account: ['token', string, string] | ['credential', string];
	webhookUrl: string;
	body: UnknownObject;
	/** Raised by the user after deleting the webhook in the web app. */
	revision: number;
};

/** Spelling of API base URL and issuer, and order of fields, do not count. `webhookUrl` is in its normal form. */
export function fingerprintRegistration(identity: RegistrationIdentity): string {
	const identified = sortFields([
		normalizeAddress(identity.apiBaseUrl),
		identity.account.map(normalizeAddress),
		identity.webhookUrl,
		identity.body,
		identity.revision,
	]);
	return createHash('sha256').update(JSON.stringify(identified)).digest('hex');
}
