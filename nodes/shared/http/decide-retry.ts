import { TIME_LIMIT, type ServiceOutcome } from './service-outcome';

const DEFAULT_MAX_TRIES = 3;
/** Of a request that failed because the identity server did not refresh its token. */
const MAX_REFRESH_TRIES = 2;
const MAX_WAIT_MS = 30_000;
const FIRST_WAIT_MS = 500;

const retriedGetStatuses = [429, 502, 503, 504];

/**
 * Milliseconds to wait before the next try, or `undefined` if this outcome stands: three tries in
 * all unless told otherwise, and no wait longer than 30 s, whatever Retry-After asks for. A refresh
 * token is sent twice at most, and only if the identity server said that it did nothing: after any
 * other failure the second time may look like theft, which ends the session.
 */
export function decideRetry(
	method: string,
	tries: number,
	outcome: ServiceOutcome,
	maxTries = DEFAULT_MAX_TRIES,
): number | undefined {
	const failure = outcome.kind === 'refresh-failed' ? outcome.failure : outcome;
	const isFailedRefresh = failure !== outcome && !isUnsent(failure);
	const limit = isFailedRefresh ? MAX_REFRESH_TRIES : maxTries;
	if (tries >= limit || !isWorthRepeating(method, outcome)) return undefined;
	const asked = failure.kind === 'response' ? failure.retryAfterMs : undefined;
	const wait = asked ?? FIRST_WAIT_MS * 2 ** (tries - 1);
	return wait <= MAX_WAIT_MS ? wait : undefined;
}

function isUnsent(outcome: ServiceOutcome): boolean {
	return outcome.kind === 'no-response' && outcome.reason === 'rejected';
}

/** Whether nothing can have taken effect, so even a POST may be sent again. */
function hadNoEffect(outcome: ServiceOutcome): boolean {
	if (isUnsent(outcome)) return true;
	if (outcome.kind !== 'response') return false;
	return outcome.status === 429 || (outcome.status === 503 && outcome.retryAfterMs !== undefined);
}

function isWorthRepeating(method: string, outcome: ServiceOutcome): boolean {
	if (outcome.kind === 'refresh-failed') return hadNoEffect(outcome.failure);
	if (method !== 'GET') return hadNoEffect(outcome);
	// Who waited for the whole limit is not made to wait for it again.
	if (outcome.kind === 'no-response') return outcome.networkCode !== TIME_LIMIT;
	return outcome.kind === 'response' && retriedGetStatuses.includes(outcome.status);
}
