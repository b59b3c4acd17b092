import { readErrorCode } from './read-error-code';
import type { TokenClaims } from './read-token-parties';
import { tokenFailure, type TokenErrorCode, type TokenFailure } from './token-error-codes';

const CODES_BY_JOSE_CODE: Readonly<Record<string, TokenErrorCode>> = {
	ERR_JWS_INVALID: 'token-malformed',
	ERR_JWT_INVALID: 'token-malformed',
	ERR_JOSE_ALG_NOT_ALLOWED: 'algorithm-not-allowed',
	ERR_JOSE_NOT_SUPPORTED: 'header-not-supported',
	ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'signature-invalid',
};

const CODES_BY_CLAIM: Readonly<Record<string, TokenErrorCode>> = {
	iss: 'issuer-mismatch',
	aud: 'audience-mismatch',
	sub: 'subject-mismatch',
	exp: 'expired',
	nbf: 'not-yet-valid',
};

/**
 * What jose threw while verifying, as one of our codes. jose checks claims only after the signature,
 * so claims that come with an error are the token's own. Its messages are not passed on.
 */
export function convertJoseError(thrown: unknown): {
	error: TokenFailure;
	claims: TokenClaims | null;
} {
	const joseCode = readErrorCode(thrown);
	if (joseCode === 'ERR_JWT_CLAIM_VALIDATION_FAILED' || joseCode === 'ERR_JWT_EXPIRED') {
		return convertClaimError(thrown);
	}
	// What else is thrown (TypeError, and similar ones) is about a key that does not fit the algorithm.
	const code = (joseCode !== undefined && CODES_BY_JOSE_CODE[joseCode]) || 'key-unusable';
	return { error: tokenFailure(code), claims: null };
}

function convertClaimError(thrown: unknown): { error: TokenFailure; claims: TokenClaims | null } {
	const details = new Map<string, unknown>(Object.entries(thrown ?? {}));
	const claim = details.get('claim');
	const reason = details.get('reason');
	const payload = details.get('payload');
	const claims = typeof payload === 'object' && payload !== null ? { ...payload } : null;
	if (typeof claim !== 'string') return { error: tokenFailure('claim-malformed'), claims };
	if (reason === 'missing') return { error: tokenFailure('claim-missing', { claim }), claims };
	const code = reason === 'check_failed' ? CODES_BY_CLAIM[claim] : undefined;
	return { error: tokenFailure(code ?? 'claim-malformed', { claim }), claims };
}
