import { type IHttpRequestMethods, type IHttpRequestOptions, sleep } from 'n8n-workflow';
import type { Connection } from '../credential';
import type { NodeContext } from '../errors';
import { readProperty } from '../parameters';
import { readPlainFailure, readRequestFailure, readRetryAfter } from './failure';
import {
	LOST_AT_LIMIT,
	type NoResponse,
	type ReceivedResponse,
	type ServiceOutcome,
} from './outcome';
import { type Deadline, startDeadline } from './retry';
import { readBody } from './stream';

const REQUEST_TIMEOUT_MS = 30_000;

/** For a request with the refresh of its token, for which n8n itself would wait 300 s. */
const REFRESHING_REQUEST_LIMIT_MS = 60_000;

/** A request that ends at the deadline is told within this; a refresh of n8n goes on. */
const ENDING_MS = 1_000;

/** One HTTP request to the API or the identity server (part 4 of the interface document). */
export type HttpRequest = {
	method: Extract<IHttpRequestMethods, 'GET' | 'POST' | 'DELETE'>;
	url: string;
	/** Sent as JSON; a text is JSON already, and goes out as it is. */
	body?: Record<string, unknown> | string;
	/** Beside those that every request has. */
	headers?: Record<string, string>;
	/** Sent form-encoded, in place of `body`. */
	form?: Record<string, string>;
	/** Default 30,000. */
	timeoutMs?: number;
	/** Default 3, if it is safe to send it again. */
	maxTries?: number;
	/** For all tries, the waits between them, and a refresh of the access token. */
	deadline?: Deadline;
};

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
	const { signal } = deadline;
	if (signal.aborted) return { ...LOST_AT_LIMIT, reason: 'unreachable' };
	const outcome = await Promise.race([
		sendAndRead(context, connection, request, deadline),
		waitForEnd(signal).then((): ServiceOutcome => {
			return canBeRefreshed(connection, request)
				? { kind: 'refresh-failed', failure: LOST_AT_LIMIT }
				: LOST_AT_LIMIT;
		}),
	]);
	return outcome.kind === 'response' || outcome.kind === 'no-response'
		? { ...outcome, url: dropQuery(request.url) }
		: outcome;
}

/** Has n8n refresh the token, within 60 s. Never throws. */
export async function refreshByN8n(
	context: NodeContext,
	{ credentialKind, signIn }: Connection,
): Promise<ServiceOutcome | 'refreshed'> {
	const { refreshOAuth2Token } = context.helpers;
	const refresh = async (): Promise<ServiceOutcome | 'refreshed'> => {
		try {
			await refreshOAuth2Token.call(context, credentialKind);
			return 'refreshed';
		} catch (error) {
			const hasRefreshToken = signIn?.refreshToken !== undefined;
			const read = readRequestFailure(error, { url: '', hasRefreshToken });
			return read.kind === 'response' || read.kind === 'no-response'
				? { kind: 'refresh-failed', failure: read }
				: read;
		}
	};
	const { signal } = startDeadline(context, REFRESHING_REQUEST_LIMIT_MS);
	return await Promise.race([
		refresh(),
		waitForEnd(signal).then((): ServiceOutcome => {
			return { kind: 'refresh-failed', failure: LOST_AT_LIMIT };
		}),
	]);
}

/**
 * Sends one request without any authentication. Never throws. Its time limit counts for the whole
 * body, which is read as {@link readBody} says.
 */
export async function sendPlain(
	context: NodeContext,
	request: HttpRequest,
): Promise<ReceivedResponse | NoResponse> {
	const timeout = AbortSignal.timeout(request.timeoutMs ?? REQUEST_TIMEOUT_MS);
	const abort = new AbortController();
	const url = dropQuery(request.url);
	try {
		const response: unknown = await context.helpers.httpRequest({
			...createOptions(request),
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

/** In milliseconds; n8n takes no signal of ours for an authenticated request. */
function limitTimeout({ timeoutMs }: HttpRequest, { endsAtMs }: Deadline): number {
	return Math.max(1, Math.min(timeoutMs ?? REQUEST_TIMEOUT_MS, endsAtMs - Date.now()));
}

/** Resolves when what ends at the deadline has ended. */
async function waitForEnd(signal: AbortSignal): Promise<void> {
	await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
	await sleep(ENDING_MS);
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
	const timeoutMs = limitTimeout(request, deadline);
	const outcome = await sendByN8n(context, connection, { ...request, timeoutMs });
	if (outcome.kind !== 'response') return outcome;
	const timeout = AbortSignal.timeout(limitTimeout(request, deadline));
	return await readBody(outcome, AbortSignal.any([timeout, deadline.signal]));
}

async function sendByN8n(
	context: NodeContext,
	connection: Connection,
	request: HttpRequest,
): Promise<ServiceOutcome> {
	const { credentialKind, signIn } = connection;
	try {
		const { httpRequestWithAuthentication } = context.helpers;
		const response: unknown = await httpRequestWithAuthentication.call(context, credentialKind, {
			...createOptions(request),
			// A 401 must be an error to n8n, or it does not refresh.
			ignoreHttpStatusErrors: canBeRefreshed(connection, request)
				? { ignore: true, except: [401] }
				: true,
		});
		return readResponse(response, request.url);
	} catch (error) {
		const hasRefreshToken = signIn?.refreshToken !== undefined;
		return readRequestFailure(error, { url: request.url, hasRefreshToken });
	}
}

function readResponse(response: unknown, requestUrl: string): ReceivedResponse {
	const headers = readProperty(response, 'headers');
	const answer: ReceivedResponse = {
		kind: 'response',
		status: Number(readProperty(response, 'statusCode')),
		body: readProperty(response, 'body'),
		retryAfterMs: readRetryAfter(readProperty(headers, 'retry-after')),
	};
	const redirectsTo = dropQuery(readProperty(headers, 'location'), requestUrl);
	return redirectsTo === undefined ? answer : { ...answer, redirectsTo };
}

/** Without the query, which may hold anything. */
function dropQuery(url: unknown, base?: string): string | undefined {
	if (typeof url !== 'string' || !URL.canParse(url, base)) return undefined;
	const { protocol, host, pathname } = new URL(url, base);
	return `${protocol}//${host}${pathname}`;
}

function createOptions(request: HttpRequest): IHttpRequestOptions {
	const options: IHttpRequestOptions = {
		method: request.method,
		url: request.url,
		headers: { Accept: 'application/json', ...request.headers },
		encoding: 'stream',
		timeout: request.timeoutMs ?? REQUEST_TIMEOUT_MS,
		returnFullResponse: true,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
	};
	if (request.body !== undefined) options.body = request.body;
	if (typeof request.body === 'string') setContentType(options, 'application/json');
	if (request.form !== undefined) {
		options.body = new URLSearchParams(request.form).toString();
		setContentType(options, 'application/x-www-form-urlencoded');
	}
	return options;
}

/** n8n sets it for objects only. */
function setContentType(options: IHttpRequestOptions, contentType: string): void {
	options.headers = { ...options.headers, 'Content-Type': contentType };
}
