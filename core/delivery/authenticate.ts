import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DeliveryVerdict } from '../conversation/conversation';
import { summarizeClaims, type TokenClaims } from '../token/claims';
import { TOKEN_ERROR_CODES, type TokenErrorCode } from '../token/error-codes';
import type { KeySets } from '../token/key-sets';
import { verifyToken } from '../token/verify-token';

/** The header that is looked at if none is named. The interface document shows none (part 6). */
export const DEFAULT_SIGNATURE_HEADER = 'X-Webhook-Signature';

const HEX = /^[0-9a-f]{64}$/i;
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;

/** A delivery whose sender is to be checked. */
type SignedDelivery = {
	/** The body exactly as received; undefined if its bytes are not known (multipart). */
	rawBody: Uint8Array | undefined;
	/** Name, value, name, value …, as Node lists them: a repeated header is there each time. */
	rawHeaders: readonly string[];
};

/**
 * Checks the HMAC-SHA256 of the raw body under a secret: hex in either case or base64, with or without
 * `sha256=` before it, compared in constant time. Null if it matches, otherwise one of `hmac-missing`,
 * `hmac-repeated`, `hmac-malformed`, `hmac-mismatch`, `hmac-body-missing`.
 * Not checked: age. A recorded delivery can be sent again with its signature.
 */
export function verifySignature(
	delivery: SignedDelivery,
	secret: string,
	headerName: string,
): AuthenticationReason | null {
	const [signature, ...others] = readHeaderValues(delivery, headerName);
	if (signature === undefined) return 'hmac-missing';
	if (others.length > 0) return 'hmac-repeated';
	const presented = decodeSignature(signature);
	if (presented === undefined) return 'hmac-malformed';
	if (delivery.rawBody === undefined) return 'hmac-body-missing';
	const expected = signBody(delivery.rawBody, secret);
	return timingSafeEqual(expected, presented) ? null : 'hmac-mismatch';
}

/**
 * The authentication stage of a delivery: HMAC of the raw bytes first, which needs nobody else, then
 * the Bearer JWT. If the HMAC fails, the token is skipped: a stranger must not cause requests to the
 * identity server.
 * Not checked: replay. A token proves who sent the delivery, not what it says.
 */
export async function authenticateDelivery(
	delivery: SignedDelivery,
	settings: DeliveryAuthentication,
	keySets: KeySets,
	nowMs: number,
): Promise<AuthenticatedDelivery> {
	const { mode, signingSecret, signatureHeader = DEFAULT_SIGNATURE_HEADER } = settings;
	const hasSecret = signingSecret !== undefined;
	const hmacFailure = hasSecret ? verifySignature(delivery, signingSecret, signatureHeader) : null;
	const bearer =
		mode === 'off' || hmacFailure !== null
			? null
			: await authenticateBearer(delivery, settings, keySets, nowMs);
	const { valid, reason, rejection } = judge(mode, hasSecret, hmacFailure, bearer);
	const hasToken = bearer !== null && bearer.outcome !== 'absent';
	const method = [...(hasToken ? ['jwt'] : []), ...(hasSecret ? ['hmac'] : [])].join('+') || null;
	const parties = summarizeClaims(bearer?.claims ?? null);
	return { verdict: { method, valid, reason, ...parties }, rejection };
}

/**
 * The parameter "Verify Deliveries". `reportOnly`: check the token and accept in any case; `require`:
 * accept only a delivery that verifies; `off`: do not look at the token. A signing secret is enforced in
 * every mode.
 */
type VerificationMode = 'reportOnly' | 'require' | 'off';

/**
 * How deliveries are authenticated. No text is blank or has spaces around it, and addresses are in their
 * normal form: the nodes read them so from the credential and the parameters.
 */
export type DeliveryAuthentication = {
	mode: VerificationMode;
	/** Secret of the HMAC-SHA256 over the raw body; if it is set, it must match in every mode. */
	signingSecret?: string;
	/** Header of that signature; default {@link DEFAULT_SIGNATURE_HEADER}. */
	signatureHeader?: string;
	/** The identity server URL with its realm. */
	identityServerUrl?: string;
	/** `iss` that a token must have. Default: the identity server URL. */
	issuer?: string;
	audience?: string;
	/** `azp` */
	client?: string;
	/** `sub` */
	subject?: string;
};

/** The answer to a delivery that may not pass. It tells the sender no reason. */
type AuthenticationRejection = {
	kind: 'rejected';
	httpStatus: 401 | 503;
	reason: 'not-authenticated' | 'keys-unavailable';
	message: string;
	/** For 503 alone. */
	retryAfterSeconds?: number;
};

/** Result of a delivery's authentication, and the verdict that follows from it. */
export type AuthenticatedDelivery = {
	/**
	 * For the conversation's `delivery`. `method`: `jwt`, `hmac`, `jwt+hmac`, or null if nothing was
	 * there to check. `valid`: true if everything that was checked holds, false if something does
	 * not, null if nothing could be decided. `reason`: one of `AUTHENTICATION_REASONS`, or null.
	 * Issuer, client, subject and audience are known only of a token whose signature verified.
	 */
	verdict: DeliveryVerdict;
	/** `null` if the delivery is accepted. */
	rejection: AuthenticationRejection | null;
};

/** The 32 bytes of a signature, or undefined. */
function decodeSignature(signature: string): Buffer | undefined {
	const text = signature.trim().replace(/^sha256=/i, '');
	if (HEX.test(text)) return Buffer.from(text, 'hex');
	if (BASE64.test(text)) return Buffer.from(text, 'base64');
	return undefined;
}

const REJECT: AuthenticationRejection = {
	kind: 'rejected',
	httpStatus: 401,
	reason: 'not-authenticated',
	message: 'The delivery is not authenticated.',
};

/**
 * Judges by what the checks gave; a check that was not made is null. Fails closed: Require accepts
 * `verified` and nothing else, and a signature that does not match is rejected in every mode.
 */
function judge(
	mode: VerificationMode,
	hasSecret: boolean,
	hmacFailure: AuthenticationReason | null,
	bearer: BearerCheck | null,
): Pick<DeliveryVerdict, 'valid' | 'reason'> & Pick<AuthenticatedDelivery, 'rejection'> {
	if (hmacFailure !== null) return { valid: false, reason: hmacFailure, rejection: REJECT };
	const isRequired = mode === 'require';
	const reason = bearer?.reason ?? null;
	if (bearer?.outcome === 'verified') return { valid: true, reason: null, rejection: null };
	if (bearer?.outcome === 'indeterminate') {
		return { valid: null, reason, rejection: isRequired ? putOff(bearer) : null };
	}
	if (isRequired) return { valid: false, reason, rejection: REJECT };
	if (bearer?.outcome === 'invalid') return { valid: false, reason, rejection: null };
	// A matching HMAC is proof enough if no token is asked for.
	if (hasSecret) return { valid: true, reason: null, rejection: null };
	return { valid: null, reason: reason ?? 'verification-off', rejection: null };
}

/** Only keys that cannot be had are worth another attempt of the sender: they name a moment. */
function putOff({ retryAfterSeconds }: BearerCheck): AuthenticationRejection {
	if (retryAfterSeconds === undefined) return REJECT;
	return {
		kind: 'rejected',
		httpStatus: 503,
		reason: 'keys-unavailable',
		message: 'The keys for checking the delivery are not available.',
		retryAfterSeconds,
	};
}

/** Why the authentication of a delivery proves nothing, whatever its token is. */
const REASONS = [
	// Verify Deliveries is Off and there is no signing secret.
	'verification-off',
	'authorization-missing',
	// Of several headers different readers would take different ones.
	'authorization-repeated',
	// Another scheme, such as Basic.
	'authorization-not-bearer',
	// There is a token, but the credential names no identity server to check it by.
	'identity-url-missing',
	// A signing secret is set, and the signature header is not there.
	'hmac-missing',
	'hmac-repeated',
	// No HMAC-SHA256 in hex or base64.
	'hmac-malformed',
	// The body was signed with another secret, or altered afterwards.
	'hmac-mismatch',
	// The bytes of the body are not known.
	'hmac-body-missing',
] as const;
type AuthenticationReason = TokenErrorCode | (typeof REASONS)[number];

export const AUTHENTICATION_REASONS: readonly string[] = [...TOKEN_ERROR_CODES, ...REASONS];

/** Result of checking the Authorization header of a delivery. */
type BearerCheck = {
	/**
	 * `verified`, `invalid`, `absent` (no header), or `indeterminate`: there is a token, and what would tell
	 * whether it is good (keys, an identity server URL) is not there.
	 */
	outcome: 'verified' | 'invalid' | 'absent' | 'indeterminate';
	reason: AuthenticationReason | null;
	/** Known once the signature has verified, even if a claim is then rejected; otherwise `null`. */
	claims: TokenClaims | null;
	/** When another attempt makes sense, if the identity server could not be asked. */
	retryAfterSeconds?: number;
};

/** The HMAC-SHA256 of a body under the webhook signing secret, over its bytes as they are sent. */
export function signBody(body: Uint8Array | string, secret: string): Buffer {
	return createHmac('sha256', secret).update(body).digest();
}

/**
 * Checks the Bearer JWT of a delivery (interface document, part 5 item 12, and part 6). Several
 * Authorization headers never verify, whatever they hold.
 */
async function authenticateBearer(
	request: SignedDelivery,
	expectations: DeliveryAuthentication,
	keySets: KeySets,
	nowMs: number,
): Promise<BearerCheck> {
	const [authorization, ...others] = readHeaderValues(request, 'authorization');
	if (authorization === undefined) {
		return { outcome: 'absent', reason: 'authorization-missing', claims: null };
	}
	if (others.length > 0) return invalid('authorization-repeated');
	const token = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1];
	if (token === undefined) return invalid('authorization-not-bearer');
	const { identityServerUrl, audience, client, subject } = expectations;
	if (identityServerUrl === undefined) {
		return { outcome: 'indeterminate', reason: 'identity-url-missing', claims: null };
	}
	const issuer = expectations.issuer ?? identityServerUrl;
	const expected = { issuer, audience, client, subject, kind: 'access' as const };
	const result = await verifyToken(token, expected, keySets(identityServerUrl), nowMs);
	if (result.success) return { outcome: 'verified', reason: null, claims: result.claims };
	const { claims, error } = result;
	const { code: reason, retryAfterSeconds } = error;
	const outcome = retryAfterSeconds === undefined ? 'invalid' : 'indeterminate';
	return { outcome, reason, claims, retryAfterSeconds };
}

function invalid(reason: AuthenticationReason): BearerCheck {
	return { outcome: 'invalid', reason, claims: null };
}

/** Every value of a header, in the order sent; letter case of the name does not matter. */
function readHeaderValues({ rawHeaders }: SignedDelivery, headerName: string): string[] {
	const name = headerName.toLowerCase();
	return rawHeaders.filter(
		(_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
	);
}
