import type { DeliveryVerdict } from '../conversation/delivery-verdict';
import type { KeySets } from '../token/create-key-set-cache';
import { acceptDelivery, type DeliveryDecision, type VerificationMode } from './accept-delivery';
import {
	authenticateBearer,
	type BearerCheck,
	type BearerExpectations,
} from './authenticate-bearer';
import type { AuthenticationReason } from './authenticate-reasons';
import { DEFAULT_SIGNATURE_HEADER, type SignedDelivery, verifySignature } from './verify-signature';

/** How deliveries are authenticated. Blank text counts as not set; a signing secret is used as it is. */
export interface DeliveryAuthentication extends BearerExpectations {
	mode: VerificationMode;
	/** Secret of the HMAC-SHA256 over the raw body; where it is set, it must match in every mode. */
	signingSecret?: string;
	/** Header of that signature; default {@link DEFAULT_SIGNATURE_HEADER}. */
	signatureHeader?: string;
}

/** What a delivery's authentication proves, and what follows from it. */
export interface AuthenticatedDelivery {
	/**
	 * For the conversation's `delivery`. `method`: `jwt`, `hmac`, `jwt+hmac`, or null where nothing was
	 * there to check. `valid`: true where everything that was checked holds, false where something does
	 * not, null where nothing could be decided. `reason`: one of `AUTHENTICATION_REASONS`, or null.
	 * Issuer, client, subject and audience are known only of a token whose signature verified.
	 */
	verdict: DeliveryVerdict;
	decision: DeliveryDecision;
}

/**
 * The authentication stage of a delivery: HMAC of the raw bytes first, which needs nobody else, then
 * the Bearer JWT. With a failed HMAC no token is looked at, so that a stranger cannot make the identity
 * server busy.
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
		decision: acceptDelivery(mode, hmacFailure, bearer),
	};
}

interface Checks {
	mode: VerificationMode;
	hasSecret: boolean;
	hmacFailure: AuthenticationReason | null;
	/** Null where the token was not looked at. */
	bearer: BearerCheck | null;
}

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
	if (bearer?.outcome === 'absent' && mode === 'required') return false;
	return hasSecret || bearer?.outcome === 'verified' ? true : null;
}

function findReason({ mode, hasSecret, hmacFailure, bearer }: Checks): AuthenticationReason | null {
	if (hmacFailure !== null) return hmacFailure;
	if (bearer === null) return hasSecret ? null : 'verification-off';
	// A matching HMAC is proof enough where no token is asked for.
	const isTokenDispensable = hasSecret && mode !== 'required';
	return bearer.outcome === 'absent' && isTokenDispensable ? null : bearer.reason;
}
