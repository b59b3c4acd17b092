import * as z from 'zod/v4-mini';
import { isObject } from '../json/json';

/** The key in the workflow's global static data under which registrations are remembered. */
export const REMEMBERED_REGISTRATIONS_KEY = 'voiceAgentRegistrations';

/** One webhook as the service knows it. */
export type RememberedRegistration = {
	/** The service's id of the webhook. */
	id: string;
	/** When it was registered, ISO 8601. */
	registeredAt: string;
	/** The URL that it sends to. */
	webhookUrl: string;
	/** The events that it was registered for. */
	events: readonly string[];
};

/** Registrations by fingerprint: plain JSON, as static data keeps it. */
export type RememberedRegistrations = Readonly<Record<string, RememberedRegistration>>;

const FINGERPRINT = /^[0-9a-f]{64}$/;

const rememberedRegistration = z.object({
	id: z.string().check(z.minLength(1)),
	registeredAt: z.string(),
	webhookUrl: z.string(),
	events: z.array(z.string()),
});

/**
 * Reads the stored value, whatever it is: entries that are no registration are left out, and a value
 * that is no map is an empty one, because activation must not fail on damaged static data.
 */
export function parseRememberedRegistrations(stored: unknown): RememberedRegistrations {
	if (!isObject(stored)) return {};
	const registrations: Record<string, RememberedRegistration> = {};
	for (const [fingerprint, entry] of Object.entries(stored)) {
		const parsed = z.safeParse(rememberedRegistration, entry);
		if (FINGERPRINT.test(fingerprint) && parsed.success) registrations[fingerprint] = parsed.data;
	}
	return registrations;
}

/** The registration with this fingerprint, or undefined if none is remembered. */
export function findRegistration(
	registrations: RememberedRegistrations,
	fingerprint: string,
): RememberedRegistration | undefined {
	return Object.hasOwn(registrations, fingerprint) ? registrations[fingerprint] : undefined;
}

/** The registration of a webhook URL that was remembered last, or undefined if none is. */
export function findRegistrationOfUrl(
	registrations: readonly RememberedRegistration[],
	webhookUrl: string,
): RememberedRegistration | undefined {
	return registrations.findLast((each) => each.webhookUrl === webhookUrl);
}

/** The map with one registration added or replaced. The map passed in stays as it is. */
export function addRegistration(
	registrations: RememberedRegistrations,
	fingerprint: string,
	registration: RememberedRegistration,
): RememberedRegistrations {
	return { ...registrations, [fingerprint]: registration };
}

/** The map without one registration. The map passed in stays as it is. */
export function forgetRegistration(
	registrations: RememberedRegistrations,
	fingerprint: string,
): RememberedRegistrations {
	return Object.fromEntries(Object.entries(registrations).filter(([key]) => key !== fingerprint));
}
