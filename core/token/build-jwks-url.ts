import { normalizeAddress } from '../net/normalize-address';

/**
 * The JWKS address of an identity server (interface document, 4.2).
 * @param identityServerUrl its base address with the realm, in any spelling
 */
export function buildJwksUrl(identityServerUrl: string): string {
	return `${normalizeAddress(identityServerUrl)}/protocol/openid-connect/certs`;
}
