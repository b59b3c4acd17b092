import type { DeliveryVerdict } from '../conversation/delivery-verdict';
import type { KeySets } from '../token/create-key-set-cache';
import {
	authenticateBearer,
	type BearerCheck,
	type BearerExpectations,
} from './authenticate-bearer';
import type { AuthenticationReason } from './authenticate-reasons';
import { DEFAULT_SIGNATURE_HEADER, type SignedDelivery, verifySignature } from './verify-signature';

/**
 * The parameter "Verify Deliveries". `reportOnly`: check the token and accept in any case; `require`:
 * accept only a delivery that verifies; `off`: do not look at the token. A signing secret is enforced in
 * every mode.
 */
export type VerificationMode = 'reportOnly' | 'require' | 'off';

/** How deliveries are authenticated. Blank text counts as not set; a signing secret is used as it is. */
export type DeliveryAuthentication = {
	mode: VerificationMode;
	/** Secret of the HMAC-SHA256 over the raw body; if it is set, it must match in every mode. */
	signingSecret?: string;
	/** Header of that signature; default {@link DEFAULT_SIGNATURE_HEADER}. */
	signatureHeader?: string;
} & BearerExpectations;

/** What follows from authentication. A rejection tells the sender no reason. */
export type AuthenticationDecision =
	| { action: 'accept' }
	| { action: 'reject'; status: 401 }
	| { action: 'unavailable'; status: 503; retryAfterSeconds: number };

/** What a delivery's authentication proves, and what follows from it. */
export type AuthenticatedDelivery = {
	/**
	 * For the conversation's `delivery`. `method`: `jwt`, `hmac`, `jwt+hmac`, or null if nothing was
	 * there to check. `valid`: true if everything that was checked holds, false if something does
	 * not, null if nothing could be decided. `reason`: one of `AUTHENTICATION_REASONS`, or null.
	 * Issuer, client, subject and audience are known only of a token whose signature verified.
	 */
	verdict: DeliveryVerdict;
	decision: AuthenticationDecision;
};

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
	now: Date | number,
): Promise<AuthenticatedDelivery> {
	const { mode, signingSecret = '' } = settings;
	const hasSecret = signingSecret !== '';
	const header = settings.signatureHeader?.trim() || DEFAULT_SIGNATURE_HEADER;
	const hmacFailure = hasSecret ? verifySignature(delivery, signingSecret, header) : null;
	const bearer =
		mode === 'off' || hmacFailure !== null
			? null
			: await authenticateBearer(delivery, settings, keySets, now);
	return {
		verdict: createVerdict({ mode, hasSecret, hmacFailure, bearer }),
		decision: decide(mode, hmacFailure, bearer),
	};
}

const DEFAULT_RETRY_AFTER_SECONDS = 5;

/**
 * Decides by what the checks gave; a check that was not made is null. Fails closed: Require accepts
 * `verified` and nothing else, and a signature that does not match is rejected in every mode. Only keys
 * that cannot be had are worth another attempt of the sender (503).
 */
function decide(
	mode: VerificationMode,
	hmacFailure: AuthenticationReason | null,
	bearer: BearerCheck | null,
): AuthenticationDecision {
	if (hmacFailure !== null) return { action: 'reject', status: 401 };
	if (mode !== 'require' || bearer?.outcome === 'verified') return { action: 'accept' };
	if (bearer?.outcome === 'undecided' && bearer.reason !== 'identity-url-missing') {
		const retryAfterSeconds = bearer.retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS;
		return { action: 'unavailable', status: 503, retryAfterSeconds };
	}
	return { action: 'reject', status: 401 };
}

type Checks = {
	mode: VerificationMode;
	hasSecret: boolean;
	hmacFailure: AuthenticationReason | null;
	/** Null if the token was not looked at. */
	bearer: BearerCheck | null;
};

function createVerdict(checks: Checks): DeliveryVerdict {
	const { hasSecret, bearer } = checks;
	const hasToken = bearer !== null && bearer.outcome !== 'absent';
	const methods = [...(hasToken ? ['jwt'] : []), ...(hasSecret ? ['hmac'] : [])];
	const parties = hasToken ? bearer.parties : null;
	return {
		method: methods.length === 0 ? null : methods.join('+'),
		valid: isValid(checks),
		reason: findReason(checks),
		issuer: parties?.issuer ?? null,
		client: parties?.client ?? null,
		subject: parties?.subject ?? null,
		audience: parties !== null && parties.audience.length > 0 ? parties.audience : null,
	};
}

function isValid({ mode, hasSecret, hmacFailure, bearer }: Checks): boolean | null {
	if (hmacFailure !== null || bearer?.outcome === 'refuted') return false;
	if (bearer?.outcome === 'undecided') return null;
	if (bearer?.outcome === 'absent' && mode === 'require') return false;
	return hasSecret || bearer?.outcome === 'verified' ? true : null;
}

function findReason({ mode, hasSecret, hmacFailure, bearer }: Checks): AuthenticationReason | null {
	if (hmacFailure !== null) return hmacFailure;
	if (bearer === null) return hasSecret ? null : 'verification-off';
	// A matching HMAC is proof enough if no token is asked for.
	const isTokenDispensable = hasSecret && mode !== 'require';
	return bearer.outcome === 'absent' && isTokenDispensable ? null : bearer.reason;
}
