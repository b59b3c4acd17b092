import { sleep } from 'n8n-workflow';
import type { Connection } from '../credential';
import type { NodeContext } from '../errors';
import { isFailedRefresh, isUnsent, type ServiceOutcome, TIME_LIMIT } from './outcome';

/** Begins the time that something may take, with every request, redirect and wait that belongs to it. */
export function startDeadline(context: NodeContext, milliseconds: number) {
	const timeout = AbortSignal.timeout(milliseconds);
	// Only an execution can be stopped.
	const stopped =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return {
		/** Ends what is under way: at the limit, or if the user stops the execution. */
		signal: stopped === undefined ? timeout : AbortSignal.any([timeout, stopped]),
		/** Milliseconds since 1970. */
		endsAtMs: Date.now() + milliseconds,
		/** Whether the limit, and not the user, ended it. */
		hasPassed: () => timeout.aborted,
	};
}

export type Deadline = ReturnType<typeof startDeadline>;

/** How often and until when a request is sent. */
export type RetryLimits = {
	method: 'GET' | 'POST' | 'DELETE';
	/** Default 3, if it is safe to send it again. */
	maxTries?: number;
	/** For all tries, the waits between them, and a refresh of the access token. */
	deadline?: Deadline;
};

/**
 * Sends a request, again if that is safe and there is time, and answers the last outcome; `undefined` is
 * a success.
 */
export async function sendWithRetries<Outcome extends ServiceOutcome | undefined>(
	{ method, maxTries, deadline }: RetryLimits,
	send: () => Promise<Outcome>,
): Promise<Outcome> {
	for (let tries = 1; ; tries++) {
		const outcome = await send();
		const wait = outcome && decideRetry(method, tries, outcome, maxTries);
		if (wait === undefined || deadline?.signal.aborted) return outcome;
		if (deadline !== undefined && Date.now() + wait >= deadline.endsAtMs) return outcome;
		await sleep(wait);
	}
}

/** By the run of a node: n8n makes a context for each, also for Retry On Fail. */
const failedRefreshes = new WeakMap<object, { accessToken: string; outcome: ServiceOutcome }>();

/**
 * {@link sendWithRetries} for what may send the refresh token. If that failed earlier in the same run of the
 * node, answers with that failure and sends nothing: a refresh token that comes twice looks like theft.
 * Tokens that were stored since then are used.
 */
export async function sendWithToken<Outcome extends ServiceOutcome | undefined>(
	context: NodeContext,
	{ accessToken }: Connection,
	limits: RetryLimits,
	send: () => Promise<Outcome>,
): Promise<Outcome | ServiceOutcome> {
	const failed = failedRefreshes.get(context);
	if (failed?.accessToken === accessToken) return failed.outcome;
	const outcome = await sendWithRetries(limits, send);
	if (outcome && isFailedRefresh(outcome)) failedRefreshes.set(context, { accessToken, outcome });
	return outcome;
}

const DEFAULT_MAX_TRIES = 3;
/** Of a request that failed because the identity server did not refresh its token. */
const MAX_REFRESH_TRIES = 2;
const MAX_WAIT_MS = 30_000;
const FIRST_WAIT_MS = 500;

const retriedGetStatuses = [429, 500, 502, 503, 504];

/**
 * Milliseconds to wait before the next try, or `undefined` if this outcome stands: three tries in
 * all unless told otherwise, and no wait longer than 30 s, whatever Retry-After asks for. A refresh
 * token is sent twice at most, and only if the identity server said that it did nothing: after any
 * other failure the second time may look like theft, which ends the session.
 */
export function decideRetry(
	method: RetryLimits['method'],
	tries: number,
	outcome: ServiceOutcome,
	maxTries = DEFAULT_MAX_TRIES,
): number | undefined {
	const isRefresh = outcome.kind === 'refresh-failed';
	const failure = isRefresh ? outcome.failure : outcome;
	if (failure.kind === 'no-response' && failure.reason === 'blocked-by-ssrf-protection')
		return undefined;
	const limit = isRefresh && !isUnsent(failure) ? MAX_REFRESH_TRIES : maxTries;
	const isRepeatable = method === 'GET' && !isRefresh ? isWorthRepeating : hadNoEffect;
	if (tries >= limit || !isRepeatable(failure)) return undefined;
	const asked = failure.kind === 'response' ? failure.retryAfterMs : undefined;
	const wait = asked ?? FIRST_WAIT_MS * 2 ** (tries - 1);
	return wait <= MAX_WAIT_MS ? wait : undefined;
}

/** Whether a GET may have another outcome the next time. */
function isWorthRepeating(outcome: ServiceOutcome): boolean {
	// Who waited for the whole limit is not made to wait for it again.
	if (outcome.kind === 'no-response') return outcome.networkCode !== TIME_LIMIT;
	return outcome.kind === 'response' && retriedGetStatuses.includes(outcome.status);
}

/** Whether nothing can have taken effect, so even a POST may be sent again. */
function hadNoEffect(outcome: ServiceOutcome): boolean {
	if (outcome.kind !== 'response') return isUnsent(outcome);
	return outcome.status === 429 || (outcome.status === 503 && outcome.retryAfterMs !== undefined);
}
