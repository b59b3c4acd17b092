import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { isObject, readProperty } from '../json';
import { quoteText } from '../text';
import { findClient, isIssuer, quoteIssuer, tellTokenKind, type TokenClaims } from './claims';
import { readErrorCode, rejectToken, type TokenErrorCode, type TokenFailure } from './error-codes';
import { isTokenAlgorithm, type KeySet, TOKEN_ALGORITHMS } from './key-sets';

const CLOCK_TOLERANCE_SECONDS = 60;
/** Usual tokens have 1,000 to 4,000 characters. */
const MAX_TOKEN_LENGTH = 16_384;
const MAX_SHOWN_ALGORITHM = 20;

/** An omitted requirement is not checked. */
export type TokenExpectations = {
	/** The Issuer of the credential, else its identity server URL, in the form of `normalizeAddress`; `iss` in any form. */
	issuer: string;
	/** Must be in `aud`. */
	audience?: string;
	/** Must be the first of `azp`, `client_id`, `appid` and `cid` that the token has. */
	client?: string;
	subject?: string;
	/**
	 * `access`: the token's header or claims must show an access token; if they show nothing, `audience` must
	 * be there and name no client. `user-info`: signed user info, which may lack `exp`, and `aud` if `subject` is
	 * given. Default: tokens of any kind, with `exp`.
	 */
	kind?: 'access' | 'user-info';
	/** The client of our own sign-in: an ID token names it as audience. */
	ownClient?: string;
};

/** A failure has `claims` if the signature is valid and only a claim is wrong. */
export type TokenVerification =
	| { success: true; claims: TokenClaims }
	| { success: false; error: TokenFailure; claims: TokenClaims | null };

/**
 * Verifies a JWT (interface document, part 5). First form, algorithm and `iss`: if one is wrong, no key is
 * asked for. Then the signature, by the key that `kid` names, or without `kid` by the only key that fits.
 * Then `sub`, `aud`, `nbf`, `exp`, kind, client and `iat`; times with 60 s of tolerance. An empty `issuer` fits
 * no token. Not checked: revocation, `nonce`, scopes.
 */
export async function verifyJwt(
	token: string,
	expectations: TokenExpectations,
	keySet: KeySet,
	nowMs: number,
): Promise<TokenVerification> {
	const read = readToken(token, expectations.issuer);
	if (!read.success) return { ...read, claims: null };
	const found = await keySet.findKey(read.wanted, nowMs);
	if (!found.success) return { ...found, claims: null };
	// `aud` of signed user info is not required (OpenID Connect Core, 5.3.2): the subject then shows whose it is.
	const isOfSubject = expectations.kind === 'user-info' && expectations.subject !== undefined;
	const mayLackAudience = isOfSubject && !read.hasAudience;
	try {
		const { payload, protectedHeader } = await jwtVerify(token, found.key, {
			algorithms: [...TOKEN_ALGORITHMS],
			issuer: read.issuer,
			audience: mayLackAudience ? undefined : expectations.audience,
			subject: expectations.subject,
			requiredClaims: expectations.kind === 'user-info' ? [] : ['exp'],
			clockTolerance: CLOCK_TOLERANCE_SECONDS,
			currentDate: new Date(nowMs),
		});
		const failed = checkFurtherClaims(payload, protectedHeader.typ, expectations, nowMs);
		return { ...(failed ?? { success: true }), claims: payload };
	} catch (thrown) {
		return convertJoseError(thrown);
	}
}

function readToken(token: string, expectedIssuer: string) {
	if (token.length > MAX_TOKEN_LENGTH) {
		const limit = `The limit is ${MAX_TOKEN_LENGTH.toLocaleString('en')} characters.`;
		return rejectToken('token-too-long', limit);
	}
	if (token.split('.').length !== 3) return rejectToken('token-malformed');
	try {
		const { alg, kid } = decodeProtectedHeader(token);
		if (!isTokenAlgorithm(alg)) {
			const named = typeof alg === 'string' ? quoteText(alg, MAX_SHOWN_ALGORITHM) : 'none';
			return rejectToken('algorithm-not-allowed', `It names ${named}.`);
		}
		if (kid !== undefined && (typeof kid !== 'string' || kid === '')) {
			return rejectToken('kid-missing');
		}
		// A missing `iss` passes here: jose reports it after the signature.
		const { iss = expectedIssuer, aud } = decodeJwt(token);
		if (expectedIssuer === '' || !isIssuer(iss, expectedIssuer)) {
			// Quoted, so that the user can enter it as Issuer in the credential.
			const found = `It names ${quoteIssuer(iss)}, but ${quoteIssuer(expectedIssuer)} is expected.`;
			return rejectToken('issuer-mismatch', found);
		}
		return {
			success: true as const,
			wanted: { kid, alg },
			issuer: iss,
			hasAudience: aud !== undefined,
		};
	} catch {
		return rejectToken('token-malformed');
	}
}

/** Checks that jose leaves to the caller. */
function checkFurtherClaims(
	claims: TokenClaims,
	type: unknown,
	expectations: TokenExpectations,
	nowMs: number,
) {
	const { kind, client } = expectations;
	const told = kind === 'access' ? tellTokenKind(type, claims) : 'access';
	if (told === 'other') return rejectToken('not-access-token');
	if (told === 'unknown' && !isForApi(claims, expectations)) {
		return rejectToken('token-kind-unknown');
	}
	const named = findClient(claims);
	if (client !== undefined && named === null) return rejectClaim('claim-missing', 'azp');
	if (client !== undefined && named !== client) return rejectToken('client-mismatch');
	const latestSeconds = Math.floor(nowMs / 1000) + CLOCK_TOLERANCE_SECONDS;
	const isOfFuture = typeof claims.iat === 'number' && claims.iat > latestSeconds;
	return isOfFuture ? rejectToken('issued-in-future') : undefined;
}

/** Whether the expected audience, which the token has, is an API: an ID token's audience is a client. */
function isForApi({ azp }: TokenClaims, { audience, ownClient }: TokenExpectations): boolean {
	return audience !== undefined && audience !== ownClient && audience !== azp;
}

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

/** Converts an error of jose. If the error names a claim, the signature is valid: jose checks claims afterwards. */
function convertJoseError(thrown: unknown) {
	const claim = readProperty(thrown, 'claim');
	if (typeof claim !== 'string') {
		// Other errors, such as TypeError, come from a key that does not fit.
		const code = CODES_BY_JOSE_CODE[readErrorCode(thrown) ?? ''] ?? 'key-unusable';
		return { ...rejectToken(code), claims: null };
	}
	const reason = readProperty(thrown, 'reason');
	const payload = readProperty(thrown, 'payload');
	const failed = reason === 'check_failed' ? CODES_BY_CLAIM[claim] : undefined;
	const code = failed ?? (reason === 'missing' ? 'claim-missing' : 'claim-malformed');
	const rejected = failed === undefined ? rejectClaim(code, claim) : rejectToken(code);
	return { ...rejected, claims: isObject(payload) ? payload : null };
}

function rejectClaim(code: TokenErrorCode, claim: string) {
	return rejectToken(code, `Claim: "${claim}".`);
}
