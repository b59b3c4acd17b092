import { BoundedMap } from '../../../core/memory';
import type { NodeContext } from '../errors';
import type { Explanation } from './failure';
import { effects, type Ended, EXECUTION_ENDED, type ServiceResponse, TIME_LIMIT } from './response';

const DEFAULT_MAX_TRIES = 3;
/** For a refresh that has sent its refresh token: more tries may look like theft, which ends the session. */
const MAX_REFRESH_TRIES = 2;
const MAX_WAIT_MS = 30_000;
const FIRST_WAIT_MS = 500;

/** Milliseconds before the next try, at most 30 s; `undefined` if this response stands. */
export function decideRetry(
	tries: number,
	response: ServiceResponse,
	maxTries = DEFAULT_MAX_TRIES,
): number | undefined {
	const limit = findCooldown(response) === 'refresh' ? MAX_REFRESH_TRIES : maxTries;
	if (tries >= limit || effects[response.effect].mayBeDone || !mayPass(response)) return undefined;
	const asked = response.kind === 'response' ? response.retryAfterMs : undefined;
	const wait = asked ?? FIRST_WAIT_MS * 2 ** (tries - 1);
	return wait <= MAX_WAIT_MS ? wait : undefined;
}

/** Names the request that must wait: another POST could make a second webhook, another refresh send a used token. */
export function findCooldown({ method, effect }: Ended): 'webhook' | 'refresh' | undefined {
	const { isTokenUsed, mayBeDone } = effects[effect];
	if (method === 'refresh') return isTokenUsed ? 'refresh' : undefined;
	return method === 'POST' && mayBeDone ? 'webhook' : undefined;
}

const passingStatuses = [500, 502, 503, 504];

/** Whether the next try may end otherwise. None follows a time limit: a user would wait as long again. */
function mayPass(response: ServiceResponse): boolean {
	if (response.kind === 'sign-in-failed') return false;
	if (response.kind === 'no-response') {
		const { reason, networkCode = '' } = response;
		return (
			reason !== 'blocked-by-ssrf-protection' &&
			![TIME_LIMIT, EXECUTION_ENDED].includes(networkCode)
		);
	}
	const { method, status, retryAfterMs } = response;
	if (method === 'GET' && passingStatuses.includes(status)) return true;
	return status === 429 || (status === 503 && retryAfterMs !== undefined);
}

/** The failed refresh of a run of a node. n8n makes new helpers for each run, also for Retry On Fail: they are the key. */
const failedRefreshes = new WeakMap<object, { accessToken: string; response: ServiceResponse }>();

/** The refresh of this run that may have used up the refresh token: no call of the run sends the token again. */
export function findFailedRefresh({ helpers }: NodeContext, accessToken: string) {
	const failed = failedRefreshes.get(helpers);
	return failed?.accessToken === accessToken ? failed.response : undefined;
}

export function keepFailedRefresh(
	{ helpers }: NodeContext,
	accessToken: string,
	response: ServiceResponse,
): void {
	if (findCooldown(response) === 'refresh') failedRefreshes.set(helpers, { accessToken, response });
}

/**
 * How long a failed registration is thrown again without a request, also in another run. `webhook`: time for the user
 * to look in the web app. `refresh`: longer than n8n's waits between its five attempts to publish (15 s in all).
 */
const PAUSE_MS = { webhook: 2 * 60 * 1000, refresh: 30 * 1000 };

type PauseKeys = Record<keyof typeof PAUSE_MS, string>;

/** Failures after which another POST could make a second webhook, or another refresh end the session. */
const pauses = new BoundedMap<Explanation & { untilMs: number }>();

export function findPause(keys: PauseKeys): Explanation | undefined {
	return Object.values(keys)
		.map((key) => pauses.get(key))
		.find((pause) => pause !== undefined && pause.untilMs > Date.now());
}

export function startPause(keys: PauseKeys, failure: Explanation): void {
	const { cooldown } = failure;
	if (cooldown === undefined) return;
	pauses.set(keys[cooldown], { ...failure, untilMs: Date.now() + PAUSE_MS[cooldown] });
}
