import { normalizeAddress } from '../net/normalize-address';

/**
 * The JWKS address of an identity server (interface document, 4.2).
 * @param identityUrl its base address with the realm, in any spelling
 */
export function buildJwksUrl(identityUrl: string): string {
	return `${normalizeAddress(identityUrl)}/protocol/openid-connect/certs`;
}
