import { decodeJwt } from 'jose';
import type { TokenClaims } from './read-token-parties';

/**
 * Reads the claims of a JWT without verifying anything: they are what the token says, and anyone can
 * write a token. Good for telling accounts apart (`iss` and `sub` of a token that came from the identity
 * server itself) and for display beside a verdict; never for trust.
 * Null for whatever is no JWT, opaque tokens included.
 */
export function decodeUnverifiedTokenClaims(token: unknown): TokenClaims | null {
	if (typeof token !== 'string') return null;
	try {
		return decodeJwt(token);
	} catch {
		return null;
	}
}
