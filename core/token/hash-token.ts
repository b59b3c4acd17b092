import { createHash } from 'node:crypto';

/** A token's SHA-256 together with the identity server it is checked against, base64: to remember it by. */
export function hashToken(token: string, identityServerUrl: string): string {
	return createHash('sha256').update(`${identityServerUrl} ${token}`).digest('base64');
}
