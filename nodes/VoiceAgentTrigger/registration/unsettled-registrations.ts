type UnsettledRegistration = {
	error: Error;
	until: number;
};

const unsettled = new Map<string, UnsettledRegistration>();

/**
 * Registrations that may or may not exist at the service, or before which a refresh failed. n8n calls
 * a failing `create` up to five times: a second POST could make a second webhook that nobody can
 * delete, and a refresh token that is sent twice may end the session. Until then (milliseconds since
 * 1970) the further attempts fail with the same error and send nothing.
 */
export function rememberUnsettled(fingerprint: string, error: Error, until: number): void {
	const now = Date.now();
	for (const [key, entry] of unsettled) if (entry.until <= now) unsettled.delete(key);
	unsettled.set(fingerprint, { error, until });
}

/** The error of an unsettled registration with this fingerprint, `undefined` if there is none. */
export function findUnsettled(fingerprint: string, now: number): Error | undefined {
	const entry = unsettled.get(fingerprint);
	return entry !== undefined && entry.until > now ? entry.error : undefined;
}
