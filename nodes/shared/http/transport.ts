import type { IExecuteFunctions, IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow';
import type { Connection } from '../credential/connection';
import type { NodeContext } from '../node-context';
import { readProperty } from '../parameters/read-property';
import { readBoundedText } from './read-bounded-text';
import { readRequestFailure } from './read-request-failure';
import type { ServiceOutcome } from './service-outcome';

const REQUEST_TIMEOUT_MS = 30_000;

/** Enough for every key set and discovery document; compressed ones are counted unfolded. */
const MAX_PLAIN_BYTES = 1_000_000;

/** One HTTP request to the API or the identity server (part 4 of the interface document). */
export type HttpRequest = {
	method: Extract<IHttpRequestMethods, 'GET' | 'POST' | 'DELETE'>;
	url: string;
	/** Sent as JSON. */
	body?: Record<string, unknown>;
	/** Sent form-encoded, in place of `body`. */
	form?: Record<string, string>;
	/** Default 30,000. */
	timeoutMs?: number;
	/** Default 3, where it is safe to send it again. */
	maxTries?: number;
};

/**
 * Sends one request with the access token of the credential. Never throws. A 401 must be an error to
 * n8n: on it n8n renews the token and repeats the request.
 */
export async function sendAuthenticated(
	context: NodeContext,
	connection: Connection,
	request: HttpRequest,
): Promise<ServiceOutcome> {
	const send = async (ignored: IHttpRequestOptions['ignoreHttpStatusErrors']) => {
		const options = { ...createOptions(request), ignoreHttpStatusErrors: ignored };
		const { credentialKind } = connection;
		return readAnswer(
			await context.helpers.httpRequestWithAuthentication.call(context, credentialKind, options),
		);
	};
	try {
		const answer = await send({ ignore: true, except: [401] });
		// Before 2.11 n8n does not know `except` and hands the 401 over. It had no effect: ask again.
		return answer.status === 401 ? await send(false) : answer;
	} catch (error) {
		return readRequestFailure(error);
	}
}

/**
 * Sends one request without any authentication. Never throws. Its time limit counts for the whole
 * body, of which no more than 1 MB is read: the body of a longer one is `undefined`.
 */
export async function sendPlain(
	context: NodeContext,
	request: HttpRequest,
): Promise<ServiceOutcome> {
	const deadline = AbortSignal.timeout(request.timeoutMs ?? REQUEST_TIMEOUT_MS);
	const abort = new AbortController();
	try {
		const response: unknown = await context.helpers.httpRequest({
			...createOptions(request),
			json: false,
			encoding: 'stream',
			abortSignal: AbortSignal.any([deadline, abort.signal]),
		});
		const answer = readAnswer(response);
		if (!isByteStream(answer.body)) return answer;
		const text = await readBoundedText(answer.body, MAX_PLAIN_BYTES);
		if (text === undefined) abort.abort();
		return { ...answer, body: parseJsonOrText(text) };
	} catch (error) {
		return readRequestFailure(error);
	}
}

/**
 * Sends one GET without any authentication and answers as soon as the headers are there. Follows no
 * redirect. The signal ends the request and, later, the body. Never throws.
 */
export async function openStream(
	context: NodeContext,
	url: string,
	signal: AbortSignal,
	timeoutMs: number,
): Promise<StreamOutcome> {
	const request = new AbortController();
	try {
		const response: unknown = await context.helpers.httpRequest({
			method: 'GET',
			url,
			// Uncompressed, so that the length that is told is the length that arrives.
			headers: { Accept: 'audio/*, */*;q=0.5', 'Accept-Encoding': 'identity' },
			encoding: 'stream',
			timeout: timeoutMs,
			abortSignal: AbortSignal.any([signal, request.signal]),
			returnFullResponse: true,
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: true,
		});
		return readStreamAnswer(response, () => request.abort());
	} catch (error) {
		const outcome = readRequestFailure(error);
		return outcome.kind === 'no-answer' ? outcome : { kind: 'no-answer', reason: 'lost' };
	}
}

function readRetryAfter(value: unknown): number | undefined {
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	const seconds = Number(value);
	const milliseconds = Number.isFinite(seconds)
		? seconds * 1000
		: new Date(value).getTime() - Date.now();
	return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}

function readAnswer(response: unknown): Extract<ServiceOutcome, { kind: 'answer' }> {
	return {
		kind: 'answer',
		status: Number(readProperty(response, 'statusCode')),
		body: readProperty(response, 'body'),
		retryAfterMs: readRetryAfter(readProperty(readProperty(response, 'headers'), 'retry-after')),
	};
}

function createOptions(request: HttpRequest): IHttpRequestOptions {
	const options: IHttpRequestOptions = {
		method: request.method,
		url: request.url,
		headers: { Accept: 'application/json' },
		json: true,
		timeout: request.timeoutMs ?? REQUEST_TIMEOUT_MS,
		returnFullResponse: true,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
	};
	if (request.body !== undefined) options.body = request.body;
	if (request.form !== undefined) {
		options.body = new URLSearchParams(request.form).toString();
		options.headers = {
			...options.headers,
			'Content-Type': 'application/x-www-form-urlencoded',
		};
	}
	return options;
}

/** Bytes as they arrive, as n8n takes them for binary data. */
export type ByteStream = Exclude<
	Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0],
	Buffer
>;

/** An answer whose body has not been read yet. */
export type StreamAnswer = {
	kind: 'answer';
	status: number;
	retryAfterMs: number | undefined;
	/** In bytes, where the answer says so. */
	contentLength: number | undefined;
	contentType: string | undefined;
	/** Where a redirect leads to: not followed. */
	location: string | undefined;
	body: ByteStream;
	/** Gives the connection back, whether or not the body was read. */
	close: () => void;
};

export type StreamOutcome = StreamAnswer | Extract<ServiceOutcome, { kind: 'no-answer' }>;

function parseJsonOrText(text: string | undefined): unknown {
	if (text === undefined) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

function isByteStream(value: unknown): value is ByteStream {
	return ['on', 'map', 'destroy'].every((name) => typeof readProperty(value, name) === 'function');
}

function readStreamAnswer(response: unknown, abort: () => void): StreamOutcome {
	const body = readProperty(response, 'body');
	if (!isByteStream(body)) return { kind: 'no-answer', reason: 'lost' };
	// Whoever reads the body hears of its end; without a listener it would end the process as well.
	body.on('error', () => undefined);
	const headers = readProperty(response, 'headers');
	const header = (name: string) => {
		const value = readProperty(headers, name);
		return typeof value === 'string' ? value : undefined;
	};
	const length = header('content-length') ?? '';
	return {
		kind: 'answer',
		status: Number(readProperty(response, 'statusCode')),
		retryAfterMs: readRetryAfter(header('retry-after')),
		contentLength: /^\d+$/.test(length) ? Number(length) : undefined,
		contentType: header('content-type'),
		location: header('location'),
		body,
		close: () => {
			// Destroying a body of which nothing was read does not reach its connection.
			abort();
			body.destroy();
		},
	};
}
