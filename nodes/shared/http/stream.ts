import type { IExecuteFunctions } from 'n8n-workflow';
import { isNestedTooDeep, parseJsonText, readProperty } from '../../../core/json';
import type { NodeContext } from '../errors';
import { readPlainFailure, readRetryAfter } from './failure';
import { LOST_AT_LIMIT, type NoResponse, type ReceivedResponse } from './outcome';
import type { Deadline } from './retry';

/** Bytes as they arrive, as n8n takes them for binary data. */
type ByteStream = Exclude<Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0], Buffer>;

/** A response whose body has not been read yet. */
export type StreamResponse = {
	kind: 'response';
	status: number;
	retryAfterMs: number | undefined;
	/** In bytes, if the response says so. */
	contentLength: number | undefined;
	contentDisposition: string | undefined;
	contentType: string | undefined;
	/** Where a redirect leads to: not followed. */
	location: string | undefined;
	body: ByteStream;
	/** Gives the connection back, whether or not the body was read. */
	close: () => void;
};

export type StreamOutcome = StreamResponse | NoResponse;

/** n8n's own time limit must not come before the deadline, which alone tells what ended the request. */
const AFTER_DEADLINE_MS = 1_000;

/**
 * Sends one GET without any authentication and answers as soon as the headers are there. Follows no
 * redirect. The deadline ends the request and, later, the body. Never throws.
 */
export async function openStream(
	context: NodeContext,
	url: string,
	{ signal, endsAtMs }: Deadline,
): Promise<StreamOutcome> {
	const request = new AbortController();
	try {
		const response: unknown = await context.helpers.httpRequest({
			method: 'GET',
			url,
			// Uncompressed, so Content-Length is the length that arrives.
			headers: { Accept: 'audio/*, */*;q=0.5', 'Accept-Encoding': 'identity' },
			encoding: 'stream',
			timeout: Math.max(0, endsAtMs - Date.now()) + AFTER_DEADLINE_MS,
			abortSignal: AbortSignal.any([signal, request.signal]),
			returnFullResponse: true,
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: true,
		});
		return readStreamResponse(response, () => request.abort());
	} catch (error) {
		return readPlainFailure(error);
	}
}

/** Whether a body came as a stream. */
function isByteStream(value: unknown): value is ByteStream {
	return ['on', 'map', 'destroy'].every((name) => typeof readProperty(value, name) === 'function');
}

function readStreamResponse(response: unknown, abort: () => void): StreamOutcome {
	const body = readProperty(response, 'body');
	if (!isByteStream(body)) return { kind: 'no-response', reason: 'lost' };
	// Anyone who reads the body hears of its end; without a listener it would end the process as well.
	body.on('error', () => undefined);
	const headers = readProperty(response, 'headers');
	const header = (name: string) => {
		const value = readProperty(headers, name);
		return typeof value === 'string' ? value : undefined;
	};
	const length = header('content-length') ?? '';
	return {
		kind: 'response',
		status: Number(readProperty(response, 'statusCode')),
		retryAfterMs: readRetryAfter(header('retry-after')),
		contentLength: /^\d+$/.test(length) ? Number(length) : undefined,
		contentDisposition: header('content-disposition'),
		contentType: header('content-type'),
		location: header('location'),
		body,
		close: () => {
			// Destroying a body that nobody read does not reach its connection.
			abort();
			body.destroy();
		},
	};
}

/** Enough for every user, webhook, key set and discovery document; counted after decompression. */
const MAX_BODY_BYTES = 1_000_000;

/**
 * A response with its body read: no more than 1 MB of it, and not longer than until the signal. The body
 * of a failure that does not come whole is `undefined`, since the status says enough. A success whose
 * body breaks off is lost.
 */
export async function readBody(
	response: ReceivedResponse,
	signal: AbortSignal,
): Promise<ReceivedResponse | NoResponse> {
	const { body, status } = response;
	if (!isByteStream(body)) return response;
	const end = () => body.destroy();
	signal.addEventListener('abort', end, { once: true });
	try {
		if (signal.aborted) end();
		return { ...response, body: parse(await readText(body)) };
	} catch (error) {
		if (status >= 300) return { ...response, body: undefined };
		return signal.aborted ? LOST_AT_LIMIT : readPlainFailure(error);
	} finally {
		signal.removeEventListener('abort', end);
	}
}

/** JSON, or the text if it is none. What is nested too deep would overflow the stack later. */
function parse(text: string | undefined): unknown {
	if (text === undefined) return undefined;
	const parsed = parseJsonText(text);
	if (parsed === undefined) return text;
	return isNestedTooDeep(parsed) ? undefined : parsed;
}

/**
 * Reads a body as UTF-8 text. `undefined` if it is too long, and then the rest is not read: a small
 * compressed body may unfold to gigabytes. Throws if the body breaks off.
 */
async function readText(body: ByteStream): Promise<string | undefined> {
	const chunks: Uint8Array[] = [];
	const arriving: AsyncIterable<unknown> = body;
	let bytes = 0;
	for await (const chunk of arriving) {
		if (!(chunk instanceof Uint8Array)) continue;
		bytes += chunk.byteLength;
		// Leaving the loop ends the body.
		if (bytes > MAX_BODY_BYTES) return undefined;
		chunks.push(chunk);
	}
	// A byte order mark is no part of the text, and JSON does not begin with one.
	return Buffer.concat(chunks)
		.toString('utf8')
		.replace(/^\uFEFF/, '');
}
