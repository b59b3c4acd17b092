import type { BearerCheck } from './authenticate-bearer';
import type { AuthenticationReason } from './authenticate-reasons';

/**
 * The option "Verify Deliveries". `report`: check the token and accept in any case; `required`: accept
 * only what verifies; `off`: do not look at the token. None of them sets a signing secret aside.
 */
export type VerificationMode = 'report' | 'required' | 'off';

/** What becomes of a delivery after authentication. A refusal's answer tells the sender no reason. */
export type DeliveryDecision =
	| { action: 'accept' }
	| { action: 'refuse'; status: 401 }
	| { action: 'unavailable'; status: 503; retryAfterSeconds: number };

const DEFAULT_RETRY_AFTER_SECONDS = 5;

/**
 * Decides by what the checks gave; a check that was not made is null. Fails closed: Required accepts
 * `verified` and nothing else, and a signature that does not match is refused in every mode. Only keys
 * that cannot be had are worth another attempt of the sender (503).
 */
export function acceptDelivery(
	mode: VerificationMode,
	hmacFailure: AuthenticationReason | null,
	bearer: BearerCheck | null,
): DeliveryDecision {
	if (hmacFailure !== null) return { action: 'refuse', status: 401 };
	if (mode !== 'required' || bearer?.outcome === 'verified') return { action: 'accept' };
	if (bearer?.outcome === 'undecided' && bearer.reason !== 'identity-url-missing') {
		const retryAfterSeconds = bearer.retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS;
		return { action: 'unavailable', status: 503, retryAfterSeconds };
	}
	return { action: 'refuse', status: 401 };
}
