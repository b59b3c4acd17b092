import { sleep } from 'n8n-workflow';
import type { Connection } from '../credential';
import type { NodeContext } from '../errors';
import {
	EXECUTION_ENDED,
	isFailedRefresh,
	isUnsent,
	type ServiceResponse,
	TIME_LIMIT,
} from './response';

export function startDeadline(context: NodeContext, milliseconds: number) {
	const timeout = AbortSignal.timeout(milliseconds);
	// Only an execution can be ended: by a user, or by the time limit of its workflow.
	const stopped =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return {
		/** Ends what is under way: at the limit, or with the execution. */
		signal: stopped === undefined ? timeout : AbortSignal.any([timeout, stopped]),
		endsAtMs: Date.now() + milliseconds,
		/** What ended it, if anything did. */
		getEnd: () => (stopped?.aborted ? 'execution' : timeout.aborted ? 'limit' : undefined),
	};
}

export type Deadline = ReturnType<typeof startDeadline>;

export type RetryLimits = {
	method: 'GET' | 'POST' | 'DELETE';
	/** Default 3, if it is safe to send it again. */
	maxTries?: number;
	/** For all tries, the waits between them, and a refresh of the access token. */
	deadline?: Deadline;
};

/** Sends a request, again if that is safe and there is time; `undefined` is a success. */
export async function sendWithRetries<Response extends ServiceResponse | undefined>(
	{ method, maxTries, deadline }: RetryLimits,
	send: () => Promise<Response>,
): Promise<Response> {
	for (let tries = 1; ; tries++) {
		const response = await send();
		const wait = response && decideRetry(method, tries, response, maxTries);
		if (wait === undefined || deadline?.signal.aborted) return response;
		if (deadline !== undefined && Date.now() + wait >= deadline.endsAtMs) return response;
		await sleep(wait);
	}
}

/** By the run of a node: n8n makes a context for each, also for Retry On Fail. */
const refreshFailures = new WeakMap<object, { accessToken: string; failure: ServiceResponse }>();

/** For requests that may send the refresh token: once a refresh has failed, the same run sends no other. */
export async function sendWithToken<Response extends ServiceResponse | undefined>(
	context: NodeContext,
	{ accessToken }: Connection,
	limits: RetryLimits,
	send: () => Promise<Response>,
): Promise<Response | ServiceResponse> {
	const earlier = refreshFailures.get(context);
	if (earlier?.accessToken === accessToken) return earlier.failure;
	const response = await sendWithRetries(limits, send);
	if (response && isFailedRefresh(response)) {
		refreshFailures.set(context, { accessToken, failure: response });
	}
	return response;
}

const DEFAULT_MAX_TRIES = 3;
/** Of a request that failed because the identity server did not refresh its token. */
const MAX_REFRESH_TRIES = 2;
const MAX_WAIT_MS = 30_000;
const FIRST_WAIT_MS = 500;

const retriedGetStatuses = [429, 500, 502, 503, 504];

/**
 * Milliseconds to wait before the next try, at most 30 s, or `undefined` if this response stands. A
 * refresh token is sent twice at most, and only if the identity server said that it did nothing: after any
 * other failure the second time may look like theft, which ends the session.
 */
export function decideRetry(
	method: RetryLimits['method'],
	tries: number,
	response: ServiceResponse,
	maxTries = DEFAULT_MAX_TRIES,
): number | undefined {
	const isRefresh = response.kind === 'refresh-failed';
	const failure = isRefresh ? response.failure : response;
	if (failure.kind === 'no-response') {
		const { reason, networkCode } = failure;
		const isFinal = reason === 'blocked-by-ssrf-protection' || networkCode === EXECUTION_ENDED;
		if (isFinal) return undefined;
	}
	const limit = isRefresh && !isUnsent(failure) ? MAX_REFRESH_TRIES : maxTries;
	const isSafe = method === 'GET' && !isRefresh ? isWorthRepeating(failure) : hadNoEffect(failure);
	if (tries >= limit || !isSafe) return undefined;
	const asked = failure.kind === 'response' ? failure.retryAfterMs : undefined;
	const wait = asked ?? FIRST_WAIT_MS * 2 ** (tries - 1);
	return wait <= MAX_WAIT_MS ? wait : undefined;
}

function isWorthRepeating(response: ServiceResponse): boolean {
	// After our whole time limit, nobody should wait as long again.
	if (response.kind === 'no-response') return response.networkCode !== TIME_LIMIT;
	return response.kind === 'response' && retriedGetStatuses.includes(response.status);
}

/** Whether nothing can have taken effect, so even a POST may be sent again. */
function hadNoEffect(response: ServiceResponse): boolean {
	if (response.kind !== 'response') return isUnsent(response);
	const { status, retryAfterMs } = response;
	return status === 429 || (status === 503 && retryAfterMs !== undefined);
}
