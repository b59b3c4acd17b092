import { decodeJwt } from 'jose';
import { normalizeAddress } from '../net/address';
import { quoteText } from '../text';

export type TokenClaims = Readonly<Record<string, unknown>>;

/** Who a token is from and for; `null` for a claim that is missing or of a wrong type. */
export function summarizeClaims(claims: TokenClaims | null) {
	const { iss, sub, aud } = claims ?? {};
	const audience = [aud].flat().filter((member) => typeof member === 'string');
	return {
		issuer: readTextClaim(iss),
		client: readTextClaim(claims && findClient(claims)),
		subject: readTextClaim(sub),
		audience: audience.length > 0 ? audience : null,
	};
}

/** The client that a token was issued to; Entra ID calls it `appid`, Okta `cid`, RFC 9068 `client_id`. */
export function findClient({ azp, client_id, appid, cid }: TokenClaims): unknown {
	return azp ?? client_id ?? appid ?? cid ?? null;
}

function readTextClaim(claim: unknown): string | null {
	return typeof claim === 'string' ? claim : null;
}

/** Words for an access token: `typ` in the header (RFC 9068) and among the claims (Keycloak: Bearer). */
const ACCESS_HEADER_TYPES = ['at+jwt', 'application/at+jwt'];
const ACCESS_CLAIM_TYPES = ['bearer', 'at+jwt', 'access', 'access_token', 'access-token'];
/** Words for any JWT. Keycloak's other values of the claim `typ` (ID, Logout, Refresh …) mean `other`. */
const ANY_TYPES = ['jwt', 'application/jwt'];

/**
 * The kind of a token, by the first rule that fits. `other`: `at_hash`, `c_hash` (OpenID Connect Core, 3.1.3.6,
 * 3.3.2.11), `events` (RFC 8417), or a `typ` or `token_use` of another kind. `access`: `typ`, `token_use` or a
 * scope says so. `other`: a `nonce`, which Keycloak up to 24 adds to access tokens, too. `access`:
 * {@link isForAnother}. Else `unknown`, which an ID token may be.
 * @param type `typ` of the header
 */
export function tellTokenKind(type: unknown, claims: TokenClaims): 'access' | 'other' | 'unknown' {
	const { typ, token_use, events, at_hash, c_hash, nonce, scope, scp } = claims;
	const kinds = [readKind(type, ACCESS_HEADER_TYPES), readKind(typ, ACCESS_CLAIM_TYPES)];
	const isOther = [events, at_hash, c_hash].some((claim) => claim !== undefined);
	const isOtherUse = token_use !== undefined && token_use !== 'access';
	if (isOther || isOtherUse || kinds.includes('other')) return 'other';
	const saysAccess =
		kinds.includes('access') || token_use === 'access' || [scope, scp].some(namesScopes);
	if (!saysAccess && nonce !== undefined) return 'other';
	return saysAccess || isForAnother(claims) ? 'access' : 'unknown';
}

/** Whether a claim names scopes: as words in one text (RFC 9068), or as a list (Okta). */
function namesScopes(claim: unknown): boolean {
	return (typeof claim === 'string' || Array.isArray(claim)) && claim.length > 0;
}

/** Whether the token's client shows that this is no ID token: an ID token has its client in `aud`. */
function isForAnother({ aud, azp, appid, cid, client_id, jti }: TokenClaims): boolean {
	const audiences = [aud].flat();
	const isApart = [azp, appid, cid].some(
		(client) => isNamed(client) && !audiences.includes(client),
	);
	// The ID tokens with `client_id` that we know of have `azp` and no `jti`.
	return isApart || (isNamed(client_id) && (azp === undefined || jti !== undefined));
}

function isNamed(claim: unknown): boolean {
	return typeof claim === 'string' && claim !== '';
}

function readKind(type: unknown, accessTypes: readonly string[]): 'access' | 'any' | 'other' {
	if (type === undefined) return 'any';
	const word = typeof type === 'string' ? type.toLowerCase() : '';
	if (accessTypes.includes(word)) return 'access';
	return ANY_TYPES.includes(word) ? 'any' : 'other';
}

/** Characters that `new URL` drops or moves (`https://id.test#x`), so a wrong issuer would match. */
const FOREIGN = /[\s?#@\\]/;

const MAX_ISSUER_CHARACTERS = 200;

export function isIssuer(issuer: unknown, identityServerUrl: string): issuer is string {
	if (typeof issuer !== 'string' || FOREIGN.test(issuer)) return false;
	if (issuer === identityServerUrl) return true;
	return normalizeAddress(issuer) === identityServerUrl;
}

export function quoteIssuer(issuer: unknown) {
	return typeof issuer === 'string' ? quoteText(issuer, MAX_ISSUER_CHARACTERS) : 'no text';
}

/** Without a check of the signature: to show, compare or schedule, never for trust. `null` for anything but a JWT. */
export function decodeUnverifiedTokenClaims(token: unknown): TokenClaims | null {
	if (typeof token !== 'string') return null;
	try {
		return decodeJwt(token);
	} catch {
		return null;
	}
}
