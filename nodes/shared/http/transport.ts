import { type IExecuteFunctions, type IHttpRequestOptions, sleep } from 'n8n-workflow';
import type { Connection } from '../credential';
import type { NodeContext } from '../errors';
import { isNestedTooDeep, parseJsonText, readProperty } from '../../../core/json';
import { readPlainError, readRequestError, readRetryAfter } from './n8n-error';
import {
	type Asked,
	dropQuery,
	endAtLimit,
	endWithoutResponse,
	endWithResponse,
	EXECUTION_ENDED,
	type NoResponse,
	type Party,
	type ReceivedResponse,
	REFRESH,
	type ServiceResponse,
} from './response';
import { decideRetry } from './retry';

const REQUEST_TIMEOUT_MS = 30_000;

/** For a request and the refresh of its token. For a refresh, n8n itself would wait 300 s. */
const DEADLINE_MS = 60_000;

/** How long a request may take to end after the deadline. */
const ENDING_MS = 1_000;

export type HttpRequest = {
	method: 'GET' | 'POST' | 'DELETE';
	url: string;
	party?: Party;
	/** An object is sent as JSON; a text goes out as it is, and needs a Content-Type. */
	body?: Record<string, unknown> | string;
	headers?: Record<string, string>;
	/** Limit of one try; of an authenticated request, for the response, and again for the body. Default: 30,000. */
	timeoutMs?: number;
} & RetryLimits;

export type RetryLimits = {
	/** Default 3, for a request that is safe to send again. */
	maxTries?: number;
	/** For all tries, the waits between them, and a refresh of the access token. */
	deadline?: Deadline;
};

/** Never throws. On a 401, except to a POST, n8n refreshes the token and sends again; a late refresh goes on in n8n. */
export async function sendAuthenticated(
	context: NodeContext,
	connection: Connection,
	request: HttpRequest,
): Promise<ServiceResponse> {
	const deadline = request.deadline ?? startDeadline(context);
	const mayRefresh = connection.signIn !== undefined && request.method !== 'POST';
	const sending = sendAndRead(context, connection, request, deadline, mayRefresh);
	return await endAtDeadline(sending, deadline, mayRefresh ? REFRESH : nameRequest(request));
}

/** Sends without authentication, again if that is safe. Never throws. The limit of a try includes the body. */
export async function sendPlain(context: NodeContext, request: HttpRequest) {
	return await sendWithRetries(request, async () => {
		const timeout = AbortSignal.timeout(request.timeoutMs ?? REQUEST_TIMEOUT_MS);
		const opened = await openPlain(context, request, timeout);
		if (opened.kind === 'no-response') return opened;
		const response = await readBody(opened, timeout);
		opened.close();
		return response;
	});
}

type ByteStream = Exclude<Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0], Buffer>;

export type StreamResponse = ReceivedResponse & {
	body: ByteStream;
	/** A header that was sent, by its name in lower case. */
	header: (name: string) => string | undefined;
	/** Gives the connection back, even if nobody read the body. */
	close: () => void;
};

/** Sends one request without authentication; the body is still to be read, and the signal ends it. Never throws. */
export async function openPlain(
	context: NodeContext,
	request: HttpRequest,
	signal: AbortSignal,
): Promise<StreamResponse | NoResponse> {
	const abort = new AbortController();
	try {
		const response: unknown = await context.helpers.httpRequest({
			...createOptions(request),
			abortSignal: AbortSignal.any([signal, abort.signal]),
		});
		const received = readResponse(response, request);
		const { body } = received;
		if (!isByteStream(body)) return endWithoutResponse(received, { reason: 'lost' });
		// Readers of the body add listeners of their own. Without any, an error would end the process.
		body.on('error', () => undefined);
		return {
			...received,
			body,
			header: (name) => {
				const value = readProperty(readProperty(response, 'headers'), name);
				return typeof value === 'string' ? value : undefined;
			},
			close: () => {
				// Destroying an unread body does not reach the connection.
				abort.abort();
				body.destroy();
			},
		};
	} catch (error) {
		return readPlainError(error, nameRequest(request));
	}
}

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

export function startDeadline(context: NodeContext, milliseconds = DEADLINE_MS) {
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

/** Waits until {@link ENDING_MS} after the deadline: then the request `late` counts as lost. */
export async function endAtDeadline<Response extends ServiceResponse | undefined>(
	response: Promise<Response>,
	deadline: Deadline,
	late: Asked,
): Promise<Response | NoResponse> {
	const { signal } = deadline;
	const ending = new Promise((resolve) => {
		signal.addEventListener('abort', resolve, { once: true });
	});
	const first = await Promise.race([
		response,
		ending.then(async () => await sleep(ENDING_MS)).then(() => endAtLimit(late)),
	]);
	const isCut = first?.kind === 'no-response' && deadline.getEnd() === 'execution';
	return isCut ? { ...first, networkCode: EXECUTION_ENDED } : first;
}

function nameRequest({ party = 'service', method, url }: HttpRequest): Asked {
	return { party, method, url: dropQuery(url) };
}

async function sendAndRead(
	context: NodeContext,
	connection: Connection,
	request: HttpRequest,
	deadline: Deadline,
	mayRefresh: boolean,
): Promise<ServiceResponse> {
	const asked = nameRequest(request);
	if (deadline.signal.aborted) return endAtLimit(asked, 'unreachable');
	const { credentialKind, signIn } = connection;
	let response: ServiceResponse;
	try {
		const { httpRequestWithAuthentication } = context.helpers;
		const received: unknown = await httpRequestWithAuthentication.call(context, credentialKind, {
			...createOptions(request),
			timeout: limitTimeout(request, deadline),
			// n8n refreshes the token only if a 401 is an error.
			ignoreHttpStatusErrors: mayRefresh ? { ignore: true, except: [401] } : true,
		});
		response = readResponse(received, request);
	} catch (error) {
		response = readRequestError(error, signIn, asked);
	}
	// The error that n8n throws on a 401 has a body to read, too.
	if (response.kind !== 'response') return response;
	const timeout = AbortSignal.timeout(limitTimeout(request, deadline));
	return await readBody(response, AbortSignal.any([timeout, deadline.signal]));
}

/** In milliseconds; n8n takes no signal of ours for an authenticated request. */
function limitTimeout({ timeoutMs }: HttpRequest, { endsAtMs }: Deadline): number {
	return Math.max(1, Math.min(timeoutMs ?? REQUEST_TIMEOUT_MS, endsAtMs - Date.now()));
}

function createOptions(request: HttpRequest): IHttpRequestOptions {
	const { method, url, headers, body, timeoutMs = REQUEST_TIMEOUT_MS } = request;
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

function readResponse(response: unknown, request: HttpRequest): ReceivedResponse {
	const headers = readProperty(response, 'headers');
	return endWithResponse(nameRequest(request), {
		status: Number(readProperty(response, 'statusCode')),
		body: readProperty(response, 'body'),
		retryAfterMs: readRetryAfter(readProperty(headers, 'retry-after')),
		redirectsTo: dropQuery(readProperty(headers, 'location'), request.url),
	});
}

function isByteStream(value: unknown): value is ByteStream {
	return ['on', 'map', 'destroy'].every((name) => typeof readProperty(value, name) === 'function');
}

/** Enough for every user, webhook, key set and discovery document; counted after decompression. */
const MAX_BODY_BYTES = 1_000_000;

/** A success whose body is cut off counts as lost; a failure keeps its status. */
async function readBody(response: ReceivedResponse, signal: AbortSignal) {
	const { body, status } = response;
	if (!isByteStream(body)) return response;
	const end = () => body.destroy();
	signal.addEventListener('abort', end, { once: true });
	try {
		if (signal.aborted) end();
		return { ...response, body: parseBodyText(await readBodyText(body)) };
	} catch (error) {
		if (status >= 300) return { ...response, body: undefined };
		return signal.aborted ? endAtLimit(response) : readPlainError(error, response);
	} finally {
		signal.removeEventListener('abort', end);
	}
}

/** JSON, or the text itself; `undefined` for nesting that would overflow the stack later. */
function parseBodyText(text: string | undefined): unknown {
	if (text === undefined) return undefined;
	const parsed = parseJsonText(text);
	if (parsed === undefined) return text;
	return isNestedTooDeep(parsed) ? undefined : parsed;
}

/** `undefined` for a body that is too long: a small compressed body may unfold to gigabytes. Throws if cut off. */
async function readBodyText(body: ByteStream): Promise<string | undefined> {
	const chunks: Uint8Array[] = [];
	const arriving: AsyncIterable<unknown> = body;
	let bytes = 0;
	for await (const chunk of arriving) {
		if (!(chunk instanceof Uint8Array)) continue;
		bytes += chunk.byteLength;
		if (bytes > MAX_BODY_BYTES) return undefined;
		chunks.push(chunk);
	}
	// The decoder drops a byte order mark, with which no JSON begins.
	return new TextDecoder().decode(Buffer.concat(chunks));
}
