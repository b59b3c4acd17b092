import { normalizeAddress } from '../net/normalize-address';

/** Characters that no issuer holds, and that the normal form of an address would hide. */
const FOREIGN = /[\s?#@\\]/;

/**
 * Whether `iss` of a token or `issuer` of a discovery document is the identity server's address. Both
 * may be written in any way that means the same address; see `normalizeAddress`.
 */
export function isIssuer(issuer: unknown, identityUrl: string): issuer is string {
	return (
		typeof issuer === 'string' &&
		!FOREIGN.test(issuer) &&
		normalizeAddress(issuer) === normalizeAddress(identityUrl)
	);
}
