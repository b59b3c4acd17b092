import { sleep } from 'n8n-workflow';
import type { Connection } from '../credential';
import type { NodeContext } from '../errors';
import {
	effects,
	EXECUTION_ENDED,
	findCooldown,
	type ServiceResponse,
	TIME_LIMIT,
} from './response';

export function startDeadline(context: NodeContext, milliseconds: number) {
	const timeout = AbortSignal.timeout(milliseconds);
	// A user, or the time limit of the workflow, ends an execution.
	const stopped =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return {
		/** Aborted at the limit, or with the execution. */
		signal: stopped === undefined ? timeout : AbortSignal.any([timeout, stopped]),
		endsAtMs: Date.now() + milliseconds,
		getEnd: () => (stopped?.aborted ? 'execution' : timeout.aborted ? 'limit' : undefined),
	};
}

export type Deadline = ReturnType<typeof startDeadline>;

export type RetryLimits = {
	/** Default 3, for a request that is safe to send again. */
	maxTries?: number;
	/** For all tries, the waits between them, and a refresh of the access token. */
	deadline?: Deadline;
};

/** Sends again if that is safe and there is time. `undefined` from `send` means success. */
export async function sendWithRetries<Response extends ServiceResponse | undefined>(
	{ maxTries, deadline }: RetryLimits,
	send: () => Promise<Response>,
): Promise<Response> {
	for (let tries = 1; ; tries++) {
		const response = await send();
		const wait = response && decideRetry(tries, response, maxTries);
		if (wait === undefined || deadline?.signal.aborted) return response;
		if (deadline !== undefined && Date.now() + wait >= deadline.endsAtMs) return response;
		await sleep(wait);
	}
}

/** By context: n8n creates a context for each run of a node, also for Retry On Fail. */
const refreshFailures = new WeakMap<object, { accessToken: string; failure: ServiceResponse }>();

/** After a failed refresh, the same run sends nothing with this access token: it gives the failure. */
export async function sendWithToken<Response extends ServiceResponse | undefined>(
	context: NodeContext,
	{ accessToken }: Connection,
	limits: RetryLimits,
	send: () => Promise<Response>,
): Promise<Response | ServiceResponse> {
	const earlier = refreshFailures.get(context);
	if (earlier?.accessToken === accessToken) return earlier.failure;
	const response = await sendWithRetries(limits, send);
	if (response && findCooldown(response) === 'refresh') {
		refreshFailures.set(context, { accessToken, failure: response });
	}
	return response;
}

const DEFAULT_MAX_TRIES = 3;
/** A refresh token that is sent more often may look like theft, which ends the session. */
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

const passingStatuses = [500, 502, 503, 504];

/** Whether the next try may end otherwise. A user does not wait for our whole time limit twice. */
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
