import { normalizeAddress } from '../net/normalize-address';

/** Characters that no issuer holds, and that the normal form of an address would hide. */
const FOREIGN = /[\s?#@\\]/;

const MAX_SHOWN_CHARACTERS = 200;

/**
 * Whether `iss` of a token or `issuer` of a discovery document is the identity server's address. Both
 * may be written in any way that means the same address; see `normalizeAddress`.
 */
export function isIssuer(issuer: unknown, identityServerUrl: string): issuer is string {
	return (
		typeof issuer === 'string' &&
		!FOREIGN.test(issuer) &&
		normalizeAddress(issuer) === normalizeAddress(identityServerUrl)
	);
}

/** An issuer as messages show it, whatever came. It is no secret, but strangers can write anything. */
export function quoteIssuer(issuer: unknown): string {
	if (typeof issuer !== 'string') return 'no text';
	const isLong = issuer.length > MAX_SHOWN_CHARACTERS;
	return JSON.stringify(isLong ? `${issuer.slice(0, MAX_SHOWN_CHARACTERS)}…` : issuer);
}
