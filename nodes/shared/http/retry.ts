import { BoundedMap, hashData } from '../../../core/memory';
import type { Connection } from '../credential';
import type { NodeContext } from '../errors';
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

/**
 * How long a registration gets the failure again without a request, also of another run. `webhook`: time for the user
 * to look in the web app. `refresh`: longer than n8n's waits between its five attempts to publish (15 s in all).
 */
const WAIT_MS = { webhook: 2 * 60 * 1000, refresh: 30 * 1000 };

/** With the connection that was used: its secrets are taken out of the words of the response. */
type Sent = { response: ServiceResponse; connection: Connection };

type Wait = Sent & { runs: WeakSet<object>; untilMs: number };

/** What must wait: by the fingerprint of a registration, or the key of a sign-in. */
const waits = new BoundedMap<Wait>(1_000);

/** Of a longer body no words are kept. */
const MAX_KEPT_CHARACTERS = 100_000;

/** A refresh with this key may use up the refresh token. */
export function findSignInKey({ accessToken, signIn, identity }: Connection): string {
	return hashData(JSON.stringify([accessToken, signIn, identity]));
}

/** The failure after which a call of this run, or a `registration` of any run after another, sends nothing. */
export function findWait({ helpers }: NodeContext, key: string, of?: 'registration') {
	const wait = waits.get(key);
	const stands = wait?.runs.has(helpers) || (of !== undefined && Date.now() < (wait?.untilMs ?? 0));
	return stands ? wait : undefined;
}

/** Does nothing unless the request of this response {@link findCooldown must wait}. */
export function startWait(
	{ helpers }: NodeContext,
	key: string,
	{ response, connection }: Sent,
	of?: 'registration',
): void {
	const cooldown = findCooldown(response);
	if (cooldown === undefined) return;
	const { runs = new WeakSet(), untilMs = 0 } = waits.get(key) ?? {};
	// n8n makes the helpers for each run, also for Retry On Fail.
	runs.add(helpers);
	const isLong = 'body' in response && JSON.stringify([response.body]).length > MAX_KEPT_CHARACTERS;
	waits.set(key, {
		response: isLong ? { ...response, body: undefined } : response,
		connection,
		runs,
		untilMs: of !== undefined ? Date.now() + WAIT_MS[cooldown] : untilMs,
	});
}
