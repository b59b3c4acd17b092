/**
 * The JWKS address of an identity server (interface document, 4.2).
 * @param identityUrl its base address with the realm; slashes at the end do not matter
 */
export function buildJwksUrl(identityUrl: string): string {
	return `${identityUrl.trim().replace(/\/+$/, '')}/protocol/openid-connect/certs`;
}
