import { createHash } from 'node:crypto';
import * as z from 'zod/v4-mini';
import { isObject, sortFields, type UnknownObject } from '../json';
import { normalizeAddress } from '../net/address';

/** The key in the workflow's global static data under which registrations are remembered. */
export const REMEMBERED_REGISTRATIONS_KEY = 'voiceAgentRegistrations';

const FINGERPRINT = /^[0-9a-f]{64}$/;

/** One webhook as the service knows it. */
const rememberedRegistration = z.object({
	id: z.string().check(z.minLength(1)),
	/** When it was registered, ISO 8601. */
	registeredAt: z.string(),
	webhookUrl: z.string(),
	events: z.array(z.string()),
});

export type RememberedRegistration = z.infer<typeof rememberedRegistration>;

/**
 * Reads the stored value, whatever it is, into registrations by fingerprint: entries that are no
 * registration are left out, and a value that is no map is an empty one, because activation must not
 * fail on damaged static data.
 */
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

/** If one of these changes, it is another registration. */
export type RegistrationIdentity = {
	apiBaseUrl: string;
	/** Whose webhook it is: `iss` and `sub` of the access token if it can be read, else n8n's id of the credential. */
	account: ['token', string, string] | ['credential', string];
	webhookUrl: string;
	/** The body that is sent, placeholders already replaced. */
	body: UnknownObject;
	/** Raised by the user after deleting the webhook in the web app. */
	revision: number;
};

/**
 * The fingerprint under which a registration is remembered: 64 lower-case hex digits (SHA-256).
 * Trailing slashes, letter case of the host and a default port in the API base URL and the issuer do not
 * matter, nor does the order of the body's fields.
 */
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
