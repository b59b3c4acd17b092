import { fail, type Failure } from '../errors';
import { readProperty } from '../json';

const TOKEN_MESSAGES = {
	'token-malformed': 'The token is not a signed JWT.',
	'token-too-long': 'The token is too long.',
	'algorithm-not-allowed': 'The token is not signed with an allowed asymmetric algorithm.',
	'header-not-supported': 'The token’s header requires an extension that is not supported.',
	// Without `kid` several keys fit, or `kid` is empty or no text. No key is tried.
	'kid-missing':
		'The token’s header does not say which key of the identity server signed it (kid).',
	// If the failure has no `retryAfterSeconds`, the identity server was asked just now.
	'key-unknown':
		'The identity server has no key with the id in the token’s header. Check that the Identity Server URL is the server that issued the token.',
	// Damaged, too weak, not for the algorithm, or one of several keys with this `kid`.
	'key-unusable': 'The identity server’s key for the token cannot be used.',
	'keys-unavailable':
		'The keys of the identity server could not be fetched. Check the Identity Server URL and that n8n can reach it.',
	'key-set-invalid':
		'The identity server did not respond with a key set. Check the Identity Server URL.',
	'signature-invalid': 'The token’s signature is invalid.',
	'claim-missing': 'The token lacks a required claim.',
	'claim-malformed': 'A claim of the token has the wrong type.',
	'issuer-mismatch':
		'The token’s issuer (iss) is not the Issuer of the credential, or its Identity Server URL if Issuer is empty.',
	'audience-mismatch': 'The token’s audience (aud) is not the expected one.',
	'client-mismatch': 'The token’s client (azp, client_id, appid or cid) is not the expected one.',
	'subject-mismatch': 'The token’s subject (sub) is not the expected one.',
	expired: 'The token has expired (exp).',
	'not-yet-valid': 'The token is not valid yet (nbf). Check this machine’s clock.',
	'issued-in-future': 'The token was issued in the future (iat). Check this machine’s clock.',
	'not-access-token': 'It must be a plain access token, not an ID token or one bound by DPoP.',
	'token-kind-unknown':
		'Nothing in the token shows that it is an access token, so it may be an ID token. Enter its audience (aud) as Expected Audience if that names an API and no client ID. Other ways: a Webhook Signing Secret, or Report Only.',
} as const;

export type TokenErrorCode = keyof typeof TOKEN_MESSAGES;

export const TOKEN_ERROR_CODES: readonly string[] = Object.keys(TOKEN_MESSAGES);

/** Why a token is invalid. `message` holds no part of the token but its `alg`, and no claim's value but `iss`. */
export type TokenFailure = Failure<TokenErrorCode> & {
	/** Until the identity server can be asked again whether it has the key. */
	retryAfterSeconds?: number;
};

export function rejectToken(code: TokenErrorCode, ...details: readonly string[]) {
	return fail(code, [TOKEN_MESSAGES[code], ...details].join(' '));
}

/** The code of an error, by which the errors of jose are told apart: `ERR_JWKS_NO_MATCHING_KEY`. */
export function readErrorCode(thrown: unknown): string | undefined {
	const code = readProperty(thrown, 'code');
	return typeof code === 'string' ? code : undefined;
}
