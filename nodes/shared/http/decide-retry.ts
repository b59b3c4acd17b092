import type { ServiceOutcome } from './service-outcome';

const DEFAULT_MAX_TRIES = 3;
const MAX_WAIT_MS = 30_000;
const FIRST_WAIT_MS = 500;

const retriedGetStatuses = [429, 502, 503, 504];

/**
 * Milliseconds to wait before the next try, or `undefined` if this outcome stands: three tries in
 * all unless told otherwise, and no wait longer than 30 s, whatever Retry-After asks for.
 */
export function decideRetry(
	method: string,
	tries: number,
	outcome: ServiceOutcome,
	maxTries = DEFAULT_MAX_TRIES,
): number | undefined {
	if (tries >= maxTries || !isWorthRepeating(method, outcome)) return undefined;
	const asked = outcome.kind === 'response' ? outcome.retryAfterMs : undefined;
	const wait = asked ?? FIRST_WAIT_MS * 2 ** (tries - 1);
	return wait <= MAX_WAIT_MS ? wait : undefined;
}

function isUnsent(outcome: ServiceOutcome): boolean {
	return outcome.kind === 'no-response' && outcome.reason === 'refused';
}

/** Whether nothing can have taken effect, so even a POST may be sent again. */
function hadNoEffect(outcome: ServiceOutcome): boolean {
	if (isUnsent(outcome)) return true;
	if (outcome.kind !== 'response') return false;
	return outcome.status === 429 || (outcome.status === 503 && outcome.retryAfterMs !== undefined);
}

function isWorthRepeating(method: string, outcome: ServiceOutcome): boolean {
	if (method !== 'GET') return hadNoEffect(outcome);
	if (outcome.kind === 'no-response') return true;
	// A refresh token is shown again only if nobody has seen it.
	if (outcome.kind === 'renewal-failed') return isUnsent(outcome.failure);
	return outcome.kind === 'response' && retriedGetStatuses.includes(outcome.status);
}
