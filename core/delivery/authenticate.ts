import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DeliveryVerdict } from '../conversation/conversation';
import { summarizeClaims, type TokenClaims } from '../token/claims';
import { TOKEN_ERROR_CODES, type TokenErrorCode } from '../token/error-codes';
import type { KeySets } from '../token/key-sets';
import { type TokenExpectations, verifyToken } from '../token/verify-token';
import type { DiscardedDelivery } from './discarded-item';

/** The header that is looked at if none is named. The interface document shows none (part 6). */
export const DEFAULT_SIGNATURE_HEADER = 'X-Webhook-Signature';

const HEX = /^[0-9a-f]{64}$/i;
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;

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
	const isRequired = mode === 'require';
	const hasSecret = signingSecret !== undefined;
	const hmacFailure = hasSecret ? verifySignature(delivery, signingSecret, signatureHeader) : null;
	if (hmacFailure !== null) {
		const checked = { method: 'hmac', valid: false, reason: hmacFailure };
		return { verdict: { ...checked, ...summarizeClaims(null) }, rejection: REJECTION };
	}
	const bearer = await checkBearer(delivery, settings, keySets, nowMs);
	const { hasToken, claims = null } = bearer;
	const method = [hasToken && 'jwt', hasSecret && 'hmac'].filter(Boolean).join('+') || null;
	// A matching HMAC is proof enough if no token is asked for.
	const isProven = hasSecret && !hasToken && !isRequired;
	const valid = isProven || (isRequired && !hasToken ? false : bearer.valid);
	const verdict = { method, valid, reason: isProven ? null : bearer.reason };
	return {
		verdict: { ...verdict, ...summarizeClaims(claims) },
		// Fails closed: Require accepts what is valid and nothing else.
		rejection: isRequired && valid !== true ? reject(bearer) : null,
	};
}

/**
 * How deliveries are authenticated. No text is blank or has spaces around it, and addresses are in their
 * normal form: the nodes read them so from the credential and the parameters.
 */
export type DeliveryAuthentication = Pick<TokenExpectations, 'audience' | 'client' | 'subject'> & {
	/**
	 * The parameter "Verify Deliveries". `reportOnly`: check the token and accept in any case; `require`:
	 * accept only a delivery that verifies; `off`: do not look at the token.
	 */
	mode: 'reportOnly' | 'require' | 'off';
	/** Secret of the HMAC-SHA256 over the raw body; if it is set, it must match in every mode. */
	signingSecret?: string;
	/** Header of that signature; default {@link DEFAULT_SIGNATURE_HEADER}. */
	signatureHeader?: string;
	/** The identity server URL with its realm. */
	identityServerUrl?: string;
	/** `iss` that a token must have. Default: the identity server URL. */
	issuer?: string;
};

export type AuthenticatedDelivery = {
	/**
	 * For the conversation's `delivery`. `method` is `jwt`, `hmac` or `jwt+hmac`, `reason` one of
	 * `AUTHENTICATION_REASONS`. Issuer, client, subject and audience are known only of a token whose
	 * signature verified.
	 */
	verdict: DeliveryVerdict;
	/** `null` if the delivery is accepted. It tells the sender no reason. */
	rejection: DiscardedDelivery | null;
};

/** The 32 bytes of a signature, or undefined. */
function decodeSignature(signature: string): Buffer | undefined {
	const text = signature.trim().replace(/^sha256=/i, '');
	if (HEX.test(text)) return Buffer.from(text, 'hex');
	if (BASE64.test(text)) return Buffer.from(text, 'base64');
	return undefined;
}

const REJECTION: DiscardedDelivery = {
	kind: 'rejected',
	httpStatus: 401,
	reason: 'not-authenticated',
	message: 'The delivery is not authenticated.',
};

/** Only keys that cannot be had are worth another attempt of the sender: they name a moment. */
function reject({ retryAfterSeconds }: BearerCheck): DiscardedDelivery {
	if (retryAfterSeconds === undefined) return REJECTION;
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

type BearerCheck = {
	/** Whether there is a header: a token, or something else in its place. */
	hasToken: boolean;
	/** `null` if what would tell (a token, the keys, an identity server URL) is not there. */
	valid: boolean | null;
	reason: AuthenticationReason | null;
	/** Known once the signature has verified, even if a claim is then rejected. */
	claims?: TokenClaims | null;
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
async function checkBearer(
	delivery: SignedDelivery,
	settings: DeliveryAuthentication,
	keySets: KeySets,
	nowMs: number,
): Promise<BearerCheck> {
	if (settings.mode === 'off') return { hasToken: false, valid: null, reason: 'verification-off' };
	const [authorization, ...others] = readHeaderValues(delivery, 'authorization');
	if (authorization === undefined) {
		return { hasToken: false, valid: null, reason: 'authorization-missing' };
	}
	const hasToken = true;
	if (others.length > 0) return { hasToken, valid: false, reason: 'authorization-repeated' };
	const token = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1];
	if (token === undefined) return { hasToken, valid: false, reason: 'authorization-not-bearer' };
	const { identityServerUrl, audience, client, subject } = settings;
	if (identityServerUrl === undefined) {
		return { hasToken, valid: null, reason: 'identity-url-missing' };
	}
	const issuer = settings.issuer ?? identityServerUrl;
	const expected = { issuer, audience, client, subject, kind: 'access' as const };
	const result = await verifyToken(token, expected, keySets(identityServerUrl), nowMs);
	if (result.success) return { hasToken, valid: true, reason: null, claims: result.claims };
	const { code: reason, retryAfterSeconds } = result.error;
	const valid = retryAfterSeconds === undefined ? false : null;
	return { hasToken, valid, reason, claims: result.claims, retryAfterSeconds };
}

/** Every value of a header, in the order sent; letter case of the name does not matter. */
function readHeaderValues({ rawHeaders }: SignedDelivery, headerName: string): string[] {
	const name = headerName.toLowerCase();
	return rawHeaders.filter(
		(_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
	);
}
