import { TOKEN_ERROR_CODES } from '../token/token-error-codes';

/**
 * Every reason why the authentication of a delivery proves nothing: the codes of `TOKEN_ERROR_CODES`
 * for its token, and
 * - `verification-off`: Verify Deliveries is Off and there is no signing secret
 * - `authorization-missing`: there is no Authorization header
 * - `authorization-repeated`: there are several, of which different readers would take different ones
 * - `authorization-not-bearer`: it is of another scheme (Basic …)
 * - `identity-url-missing`: there is a token, but the credential names no identity server to check it by
 * - `hmac-missing`: a signing secret is set, and the signature header is not there
 * - `hmac-repeated`: the signature header is there several times
 * - `hmac-malformed`: the signature is no HMAC-SHA256 in hex or base64
 * - `hmac-mismatch`: the body was signed with another secret, or altered afterwards
 * - `hmac-body-missing`: the bytes of the body are not known, so no signature can be checked
 */
export const AUTHENTICATION_REASONS = [
	...TOKEN_ERROR_CODES,
	'verification-off',
	'authorization-missing',
	'authorization-repeated',
	'authorization-not-bearer',
	'identity-url-missing',
	'hmac-missing',
	'hmac-repeated',
	'hmac-malformed',
	'hmac-mismatch',
	'hmac-body-missing',
] as const;
export type AuthenticationReason = (typeof AUTHENTICATION_REASONS)[number];
