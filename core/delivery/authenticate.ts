import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DeliveryVerdict } from '../conversation/conversation';
import { fail, type Result } from '../errors';
import { summarizeClaims, type TokenClaims } from '../token/claims';
import { TOKEN_ERROR_CODES, type TokenErrorCode } from '../token/error-codes';
import type { KeySets } from '../token/key-sets';
import { type TokenExpectations, verifyJwt } from '../token/verify-token';
import { type DiscardedDelivery, postponeDelivery, rejectStranger } from './discarded-delivery';

/** A guess: the interface document names no header (part 6). */
export const DEFAULT_SIGNATURE_HEADER = 'X-Webhook-Signature';

const HEX = /^[0-9a-f]{64}$/i;
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;

type SignedDelivery = {
	/** Exactly as received; undefined if its bytes are not known (multipart). */
	rawBody: Uint8Array | undefined;
	/** `[name, value, name, value]`: a repeated header is there each time. */
	rawHeaders: readonly string[];
};

/** HMAC-SHA256 of the raw body in hex or base64, maybe behind `sha256=`. Not checked: age, so a replay passes. */
export function verifySignature(
	delivery: SignedDelivery,
	secret: string,
	headerName: string,
): Result<object, AuthenticationReason> {
	const [signature, ...others] = readHeaderValues(delivery, headerName);
	if (signature === undefined) return fail('hmac-missing');
	if (others.length > 0) return fail('hmac-repeated');
	const presented = decodeSignature(signature);
	if (presented === undefined) return fail('hmac-malformed');
	if (delivery.rawBody === undefined) return fail('hmac-body-missing');
	const expected = signBody(delivery.rawBody, secret);
	return timingSafeEqual(expected, presented) ? { success: true } : fail('hmac-mismatch');
}

/** HMAC first: if the HMAC fails, the token is skipped, so that no stranger causes requests. Not checked: replay. */
export async function authenticateDelivery(
	delivery: SignedDelivery,
	settings: DeliveryAuthentication,
	keySets: KeySets,
	nowMs: number,
): Promise<AuthenticatedDelivery> {
	const { mode, signingSecret, signatureHeader = DEFAULT_SIGNATURE_HEADER } = settings;
	const hmac = signingSecret && verifySignature(delivery, signingSecret, signatureHeader);
	if (hmac && !hmac.success) {
		const reason = hmac.error.code;
		const verdict = { method: 'hmac', valid: false, reason, ...summarizeClaims(null) };
		return { verdict, rejection: rejectStranger(reason) };
	}
	const bearer = await checkBearer(delivery, settings, keySets, nowMs);
	const { flaw } = bearer;
	const verdict = { ...decideVerdict(bearer, settings), ...summarizeClaims(bearer.claims ?? null) };
	// Fails closed: Require accepts a valid token and nothing else.
	if (mode !== 'require' || bearer.valid) return { verdict, flaw, rejection: null };
	const { reason, retryAfterSeconds } = bearer;
	if (retryAfterSeconds === undefined) return { verdict, flaw, rejection: rejectStranger(reason) };
	const known = { reasonForOwner: reason, retryAfterSeconds };
	return { verdict, flaw, rejection: postponeDelivery('keys-unavailable', known) };
}

/** The nodes have trimmed the texts, left out blank ones, and normalized the addresses. */
export type DeliveryAuthentication = Omit<TokenExpectations, 'issuer' | 'kind'> & {
	/** `reportOnly`: check the token and accept any; `require`: accept a valid token alone; `off`: check none. */
	mode: 'reportOnly' | 'require' | 'off';
	/** If set, the HMAC must match in every mode. Default: none, and no HMAC is checked. */
	signingSecret?: string;
	/** Name of the header with the HMAC, in any letter case. Default: {@link DEFAULT_SIGNATURE_HEADER}. */
	signatureHeader?: string;
	/** Its keys verify tokens. Default: none, and a token leaves `valid` open. */
	identityServerUrl?: string;
	/** `iss` of a token. Default: the identity server URL. */
	issuer?: string;
};

export type AuthenticatedDelivery = {
	/** Names the sender only if the token's signature is valid. */
	verdict: DeliveryVerdict;
	/** The token's flaw, in words for the owner of n8n alone; missing if the reason says all. */
	flaw?: string;
	rejection: DiscardedDelivery | null;
};

export function signBody(body: Uint8Array | string, secret: string): Buffer {
	return createHmac('sha256', secret).update(body).digest();
}

function readHeaderValues({ rawHeaders }: SignedDelivery, headerName: string): string[] {
	const name = headerName.toLowerCase();
	return rawHeaders.filter(
		(_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
	);
}

function decodeSignature(signature: string): Buffer | undefined {
	const text = signature.trim().replace(/^sha256=/i, '');
	if (HEX.test(text)) return Buffer.from(text, 'hex');
	if (BASE64.test(text)) return Buffer.from(text, 'base64');
	return undefined;
}

/** Why a delivery is not authenticated, beside token errors. docs/delivery-reasons.md explains each. */
const REASONS = [
	'verification-off',
	'authorization-missing',
	// Of two Authorization headers n8n or a proxy may check the second.
	'authorization-repeated',
	'authorization-not-bearer',
	'identity-url-missing',
	'hmac-missing',
	'hmac-repeated',
	'hmac-malformed',
	'hmac-mismatch',
	'hmac-body-missing',
] as const;
type AuthenticationReason = TokenErrorCode | (typeof REASONS)[number];

export const AUTHENTICATION_REASONS: readonly string[] = [...TOKEN_ERROR_CODES, ...REASONS];

type BearerCheck = {
	/** `null` unless the token's signature is valid; missing if no token was verified. */
	claims?: TokenClaims | null;
	flaw?: string;
	/** Set only if current keys of the identity server were not available. */
	retryAfterSeconds?: number;
} & (
	| { valid: true; reason: null }
	/** `null` in the mode `off`, and without a token, an identity server URL, or keys. */
	| { valid: false | null; reason: AuthenticationReason }
);

/** Source: interface document, part 5 item 12, and part 6. */
async function checkBearer(
	delivery: SignedDelivery,
	settings: DeliveryAuthentication,
	keySets: KeySets,
	nowMs: number,
): Promise<BearerCheck> {
	if (settings.mode === 'off') return { valid: null, reason: 'verification-off' };
	const [authorization, ...others] = readHeaderValues(delivery, 'authorization');
	if (authorization === undefined) return { valid: null, reason: 'authorization-missing' };
	if (others.length > 0) return { valid: false, reason: 'authorization-repeated' };
	const token = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1];
	if (token === undefined) return { valid: false, reason: 'authorization-not-bearer' };
	const { identityServerUrl, audience, client, subject, ownClient } = settings;
	if (identityServerUrl === undefined) return { valid: null, reason: 'identity-url-missing' };
	const issuer = settings.issuer ?? identityServerUrl;
	const expected = { issuer, audience, client, subject, ownClient, kind: 'access' as const };
	const result = await verifyJwt(token, expected, keySets(identityServerUrl), nowMs);
	if (result.success) return { valid: true, reason: null, claims: result.claims };
	const { code: reason, message: flaw, retryAfterSeconds } = result.error;
	const valid = retryAfterSeconds === undefined ? false : null;
	return { valid, reason, flaw, claims: result.claims, retryAfterSeconds };
}

function decideVerdict(
	{ valid, reason }: BearerCheck,
	{ mode, signingSecret }: DeliveryAuthentication,
): Pick<DeliveryVerdict, 'method' | 'valid' | 'reason'> {
	const hasSecret = signingSecret !== undefined;
	const hasToken = reason !== 'verification-off' && reason !== 'authorization-missing';
	if (hasToken) return { method: hasSecret ? 'jwt+hmac' : 'jwt', valid, reason };
	const method = hasSecret ? 'hmac' : null;
	if (mode === 'require') return { method, valid: false, reason };
	// A matching HMAC is proof enough if no token is asked for.
	return hasSecret ? { method, valid: true, reason: null } : { method, valid, reason };
}
