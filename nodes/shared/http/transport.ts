import { type IHttpRequestOptions, sleep } from 'n8n-workflow';
import type { Connection } from '../credential';
import type { NodeContext } from '../errors';
import { readProperty } from '../../../core/json';
import { readPlainFailure, readRequestFailure, readRetryAfter } from './failure';
import {
	LOST_AT_LIMIT,
	type NoResponse,
	type ReceivedResponse,
	type ServiceOutcome,
} from './outcome';
import { type Deadline, type RetryLimits, startDeadline } from './retry';
import { readBody } from './stream';

const REQUEST_TIMEOUT_MS = 30_000;

/** For a request with the refresh of its token, for which n8n itself would wait 300 s. */
const REFRESHING_REQUEST_LIMIT_MS = 60_000;

/** A request that ends at the deadline is told within this; a refresh of n8n goes on. */
const ENDING_MS = 1_000;

/** One HTTP request to the API or the identity server (part 4 of the interface document). */
export type HttpRequest = {
	url: string;
	/** An object is sent as JSON; a text goes out as it is, and needs a Content-Type. */
	body?: Record<string, unknown> | string;
	/** Beside those that every request has. */
	headers?: Record<string, string>;
	/** Of one try, default 30,000. */
	timeoutMs?: number;
} & RetryLimits;

/**
 * Sends one request with the access token of the credential. Never throws. On a 401 n8n refreshes the
 * token and repeats the request, but not a POST: its 401 is a response like others. A refresh that
 * takes too long goes on in n8n, which then keeps the new tokens and repeats the request unheard. The
 * body is read as {@link readBody} says.
 */
export async function sendAuthenticated(
	context: NodeContext,
	connection: Connection,
	request: HttpRequest,
): Promise<ServiceOutcome> {
	const deadline = request.deadline ?? startDeadline(context, REFRESHING_REQUEST_LIMIT_MS);
	if (deadline.signal.aborted) return { ...LOST_AT_LIMIT, reason: 'unreachable' };
	const outcome = await endAtDeadline<ServiceOutcome>(
		sendAndRead(context, connection, request, deadline),
		deadline,
		canBeRefreshed(connection, request) ? REFRESH_LOST_AT_LIMIT : LOST_AT_LIMIT,
	);
	return outcome.kind === 'response' || outcome.kind === 'no-response'
		? { ...outcome, url: dropQuery(request.url) }
		: outcome;
}

/** Has n8n refresh the token, within 60 s. Answers why it could not, `undefined` if it could. Never throws. */
export async function refreshByN8n(
	context: NodeContext,
	connection: Connection,
): Promise<ServiceOutcome | undefined> {
	const { refreshOAuth2Token } = context.helpers;
	const refresh = async (): Promise<ServiceOutcome | undefined> => {
		try {
			await refreshOAuth2Token.call(context, connection.credentialKind);
			return undefined;
		} catch (error) {
			return readRequestFailure(error, connection.signIn);
		}
	};
	const deadline = startDeadline(context, REFRESHING_REQUEST_LIMIT_MS);
	return await endAtDeadline(refresh(), deadline, REFRESH_LOST_AT_LIMIT);
}

/**
 * Sends one request without any authentication. Never throws. Its time limit counts for the whole
 * body, which is read as {@link readBody} says.
 */
export async function sendPlain(
	context: NodeContext,
	request: HttpRequest,
): Promise<ReceivedResponse | NoResponse> {
	const timeoutMs = request.timeoutMs ?? REQUEST_TIMEOUT_MS;
	const timeout = AbortSignal.timeout(timeoutMs);
	const abort = new AbortController();
	const url = dropQuery(request.url);
	try {
		const response: unknown = await context.helpers.httpRequest({
			...createOptions(request, timeoutMs),
			abortSignal: AbortSignal.any([timeout, abort.signal]),
		});
		return { ...(await readBody(readResponse(response, request.url), timeout)), url };
	} catch (error) {
		return { ...readPlainFailure(error), url };
	} finally {
		// Of a body that was not read to its end, the connection ends here.
		abort.abort();
	}
}

const REFRESH_LOST_AT_LIMIT: ServiceOutcome = { kind: 'refresh-failed', failure: LOST_AT_LIMIT };

/** The outcome, or the late one if it has not come when what ends at the deadline has ended. */
async function endAtDeadline<Outcome>(
	outcome: Promise<Outcome>,
	{ signal }: Deadline,
	late: Outcome,
): Promise<Outcome> {
	const ending = new Promise((resolve) => {
		signal.addEventListener('abort', resolve, { once: true });
	});
	return await Promise.race([
		outcome,
		ending.then(async () => await sleep(ENDING_MS)).then(() => late),
	]);
}

/** Whether n8n may refresh the token while it sends this request. */
function canBeRefreshed({ signIn }: Connection, { method }: HttpRequest): boolean {
	return signIn !== undefined && method !== 'POST';
}

async function sendAndRead(
	context: NodeContext,
	connection: Connection,
	request: HttpRequest,
	deadline: Deadline,
): Promise<ServiceOutcome> {
	const { credentialKind, signIn } = connection;
	let outcome: ServiceOutcome;
	try {
		const { httpRequestWithAuthentication } = context.helpers;
		const response: unknown = await httpRequestWithAuthentication.call(context, credentialKind, {
			...createOptions(request, limitTimeout(request, deadline)),
			// A 401 must be an error to n8n, or it does not refresh.
			ignoreHttpStatusErrors: canBeRefreshed(connection, request)
				? { ignore: true, except: [401] }
				: true,
		});
		outcome = readResponse(response, request.url);
	} catch (error) {
		outcome = readRequestFailure(error, signIn, request.url);
	}
	// The error that n8n throws on a 401 holds an unread body as well.
	if (outcome.kind !== 'response') return outcome;
	const timeout = AbortSignal.timeout(limitTimeout(request, deadline));
	return await readBody(outcome, AbortSignal.any([timeout, deadline.signal]));
}

/** In milliseconds; n8n takes no signal of ours for an authenticated request. */
function limitTimeout({ timeoutMs }: HttpRequest, { endsAtMs }: Deadline): number {
	return Math.max(1, Math.min(timeoutMs ?? REQUEST_TIMEOUT_MS, endsAtMs - Date.now()));
}

function createOptions(request: HttpRequest, timeoutMs: number): IHttpRequestOptions {
	const { method, url, headers, body } = request;
	return {
		method,
		url,
		headers: { Accept: 'application/json', ...headers },
		...(body !== undefined && { body }),
		encoding: 'stream',
		timeout: timeoutMs,
		returnFullResponse: true,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
	};
}

function readResponse(response: unknown, requestUrl: string): ReceivedResponse {
	const headers = readProperty(response, 'headers');
	return {
		kind: 'response',
		status: Number(readProperty(response, 'statusCode')),
		body: readProperty(response, 'body'),
		retryAfterMs: readRetryAfter(readProperty(headers, 'retry-after')),
		redirectsTo: dropQuery(readProperty(headers, 'location'), requestUrl),
	};
}

/** Without the query, which may hold anything. */
function dropQuery(url: unknown, base?: string): string | undefined {
	if (typeof url !== 'string' || !URL.canParse(url, base)) return undefined;
	const { protocol, host, pathname } = new URL(url, base);
	return `${protocol}//${host}${pathname}`;
}
