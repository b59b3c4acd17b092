import { decodeJwt } from 'jose';
import { normalizeAddress } from '../net/address';
import { quoteText } from '../text';

/** The claims of a token by their names in the token, values of any JSON type. */
export type TokenClaims = Readonly<Record<string, unknown>>;

/** Who a token is from and for; `null` for a claim that is missing or of a wrong type. `aud` is a list. */
export function summarizeClaims(claims: TokenClaims | null) {
	const { iss, azp, sub, aud } = claims ?? {};
	const audience = [aud].flat().filter((member) => typeof member === 'string');
	return {
		issuer: readText(iss),
		client: readText(azp),
		subject: readText(sub),
		audience: audience.length > 0 ? audience : null,
	};
}

function readText(claim: unknown): string | null {
	return typeof claim === 'string' ? claim : null;
}

/** Words for an access token: `typ` in the header (RFC 9068) and among the claims (Keycloak: Bearer). */
const ACCESS_HEADER_TYPES = ['at+jwt', 'application/at+jwt'];
const ACCESS_CLAIM_TYPES = ['bearer', 'at+jwt', 'access', 'access_token', 'access-token'];
/** Words for any JWT. Keycloak's other ones among the claims are ID, Logout, Refresh … */
const ANY_TYPES = ['jwt', 'application/jwt'];

/**
 * Whether a token can be an access token. An ID token says what it is by `typ`, by `at_hash` or `c_hash`
 * (OpenID Connect Core, 3.1.3.6 and 3.3.2.11), a logout token by `events` (RFC 8417). A `nonce` means an ID
 * token only if nothing says access token: Keycloak up to 24 puts it into access tokens, too.
 * @param type `typ` of the header
 */
export function isAccessToken(type: unknown, claims: TokenClaims): boolean {
	const { typ, events, at_hash, c_hash, nonce, scope } = claims;
	const kinds = [readKind(type, ACCESS_HEADER_TYPES), readKind(typ, ACCESS_CLAIM_TYPES)];
	const isOther = [events, at_hash, c_hash].some((claim) => claim !== undefined);
	if (isOther || kinds.includes('other')) return false;
	return nonce === undefined || kinds.includes('access') || scope !== undefined;
}

/** The kind of token that `typ` names, in any letter case; `any` if it is not there. */
function readKind(type: unknown, accessTypes: readonly string[]): 'access' | 'any' | 'other' {
	if (type === undefined) return 'any';
	const word = typeof type === 'string' ? type.toLowerCase() : '';
	if (accessTypes.includes(word)) return 'access';
	return ANY_TYPES.includes(word) ? 'any' : 'other';
}

/** Characters that no issuer holds, and that the normal form of an address would hide. */
const FOREIGN = /[\s?#@\\]/;

const MAX_SHOWN_CHARACTERS = 200;

/** Whether an issuer is the identity server's address, in any spelling of it: `normalizeAddress`. */
export function isIssuer(issuer: unknown, identityServerUrl: string): issuer is string {
	if (typeof issuer !== 'string' || FOREIGN.test(issuer)) return false;
	return normalizeAddress(issuer) === normalizeAddress(identityServerUrl);
}

export function quoteIssuer(issuer: unknown) {
	return typeof issuer === 'string' ? quoteText(issuer, MAX_SHOWN_CHARACTERS) : 'no text';
}

/**
 * The claims of a JWT that nobody verified, for display and for telling accounts apart; never for trust.
 * Null for what is no JWT.
 */
export function decodeUnverifiedTokenClaims(token: unknown): TokenClaims | null {
	if (typeof token !== 'string') return null;
	try {
		return decodeJwt(token);
	} catch {
		return null;
	}
}
