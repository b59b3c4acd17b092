import type { TokenClaims } from './read-token-parties';

/** Words for an access token, in the header (RFC 9068) and among the claims (Keycloak: Bearer). */
const ACCESS_HEADER_TYPES = ['at+jwt', 'application/at+jwt'];
const ACCESS_CLAIM_TYPES = ['bearer', 'at+jwt', 'access', 'access_token', 'access-token'];

/** Words for any JWT. Keycloak's other ones among the claims are ID, Logout, Refresh … */
const ANY_TYPES = ['jwt', 'application/jwt'];

/**
 * Whether a token can be an access token, as far as it tells. An ID token says so by `typ`, or by a
 * hash of what came with it (`at_hash`, `c_hash`: OpenID Connect Core, 3.1.3.6 and 3.3.2.11), or by
 * `nonce` if nothing says access token: Keycloak up to 24 puts a nonce into access tokens too. A logout
 * token and every other security event says so by `events` (RFC 8417).
 * @param type `typ` of the header
 */
export function isAccessToken(type: unknown, claims: TokenClaims): boolean {
	const isNamed = isOneOf(ACCESS_HEADER_TYPES, type) || isOneOf(ACCESS_CLAIM_TYPES, claims.typ);
	if (!isUnsaid(type) && !isOneOf(ACCESS_HEADER_TYPES, type)) return false;
	if (!isUnsaid(claims.typ) && !isOneOf(ACCESS_CLAIM_TYPES, claims.typ)) return false;
	if ([claims.events, claims.at_hash, claims.c_hash].some((claim) => claim !== undefined))
		return false;
	return claims.nonce === undefined || isNamed || claims.scope !== undefined;
}

function isUnsaid(type: unknown): boolean {
	return type === undefined || isOneOf(ANY_TYPES, type);
}

/** Letter case does not matter. */
function isOneOf(words: readonly string[], type: unknown): boolean {
	return typeof type === 'string' && words.includes(type.toLowerCase());
}
