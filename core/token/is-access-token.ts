import type { TokenClaims } from './read-token-parties';

/** What `typ` of a header says of an access token (RFC 9068), or of any JWT. */
const HEADER_TYPES = ['jwt', 'application/jwt', 'at+jwt', 'application/at+jwt'];

/** What `typ` among the claims says of an access token; Keycloak's other words are ID, Logout, Refresh … */
const CLAIM_TYPES = ['bearer', 'jwt', 'at+jwt', 'access', 'access_token', 'access-token'];

/**
 * Whether a token can be an access token, as far as it tells. An ID token says so by `typ` or by
 * `nonce` with `at_hash` (OpenID Connect Core, 3.1.3.6), a logout token and every other security
 * event by `events` (RFC 8417).
 * @param type `typ` of the header
 */
export function isAccessToken(type: unknown, claims: TokenClaims): boolean {
	if (!isUnsaidOr(HEADER_TYPES, type) || !isUnsaidOr(CLAIM_TYPES, claims.typ)) return false;
	if (claims.events !== undefined) return false;
	return claims.nonce === undefined || claims.at_hash === undefined;
}

/** Nothing is said, or one of the words; letter case does not matter. */
function isUnsaidOr(words: readonly string[], type: unknown): boolean {
	if (type === undefined) return true;
	return typeof type === 'string' && words.includes(type.toLowerCase());
}
