import { normalizeAddress } from '../net/normalize-address';
import type { KeySets } from '../token/create-key-set-cache';
import { buildJwksUrl } from '../token/build-jwks-url';
import { readTokenParties, type TokenParties } from '../token/read-token-parties';
import { verifyToken } from '../token/verify-token';
import type { AuthenticationReason } from './authenticate-reasons';
import { type DeliveryHeaders, readHeaderValues } from './delivery-headers';

/** What a delivery's token must say. Blank text counts as not stated. */
export type BearerExpectations = {
	/** The identity server URL with its realm. */
	identityServerUrl?: string;
	/** `iss`. Default: the identity server URL. */
	issuer?: string;
	audience?: string;
	/** `azp` */
	client?: string;
	/** `sub` */
	subject?: string;
};

/** What the Authorization header of a delivery proves. */
export type BearerCheck = {
	/**
	 * `verified`, `refuted`, `absent` (no header), or `undecided`: there is a token, and what would tell
	 * whether it is good (keys, an identity server URL) is not there.
	 */
	outcome: 'verified' | 'refuted' | 'absent' | 'undecided';
	reason: AuthenticationReason | null;
	/** Known once the signature has verified, even if a claim is then rejected; otherwise empty. */
	parties: TokenParties;
	/** When another attempt makes sense, if the identity server could not be asked. */
	retryAfterSeconds?: number;
};

const NOBODY = readTokenParties(null);

/**
 * Checks the Bearer JWT of a delivery (interface document, part 5 item 12, and part 6). Several
 * Authorization headers never verify, whatever they hold.
 */
export async function authenticateBearer(
	request: DeliveryHeaders,
	expectations: BearerExpectations,
	keySets: KeySets,
	now: Date | number,
): Promise<BearerCheck> {
	const [authorization, ...others] = readHeaderValues(request, 'authorization');
	if (authorization === undefined) {
		return { outcome: 'absent', reason: 'authorization-missing', parties: NOBODY };
	}
	if (others.length > 0) return refuted('authorization-repeated');
	const token = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1];
	if (token === undefined) return refuted('authorization-not-bearer');
	const identityServerUrl = normalizeAddress(expectations.identityServerUrl ?? '');
	if (identityServerUrl === '') {
		return { outcome: 'undecided', reason: 'identity-url-missing', parties: NOBODY };
	}
	return await checkToken(token, identityServerUrl, expectations, keySets, now);
}

async function checkToken(
	token: string,
	identityServerUrl: string,
	expectations: BearerExpectations,
	keySets: KeySets,
	now: Date | number,
): Promise<BearerCheck> {
	const expected = {
		issuer: stated(expectations.issuer) ?? identityServerUrl,
		audience: stated(expectations.audience),
		client: stated(expectations.client),
		subject: stated(expectations.subject),
		kind: 'access' as const,
	};
	const keySet = keySets.keySetFor(buildJwksUrl(identityServerUrl));
	const result = await verifyToken(token, expected, keySet, now);
	const parties = readTokenParties(result.claims);
	if (result.success) return { outcome: 'verified', reason: null, parties };
	const { code: reason, retryAfterSeconds } = result.error;
	const isUndecided = retryAfterSeconds !== undefined;
	return { outcome: isUndecided ? 'undecided' : 'refuted', reason, parties, retryAfterSeconds };
}

function refuted(reason: AuthenticationReason): BearerCheck {
	return { outcome: 'refuted', reason, parties: NOBODY };
}

function stated(text: string | undefined): string | undefined {
	const trimmed = text?.trim();
	return trimmed === '' ? undefined : trimmed;
}
