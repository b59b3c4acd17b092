import type { IExecuteFunctions } from 'n8n-workflow';
import type { NodeContext } from '../node-context';
import { readProperty } from '../parameters/read-property';
import { readPlainFailure } from './read-request-failure';
import { readRetryAfter } from './read-retry-after';
import type { NoResponse } from './service-outcome';

/** Bytes as they arrive, as n8n takes them for binary data. */
export type ByteStream = Exclude<
	Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0],
	Buffer
>;

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
			// Uncompressed, so Content-Length is the length that arrives.
			headers: { Accept: 'audio/*, */*;q=0.5', 'Accept-Encoding': 'identity' },
			encoding: 'stream',
			timeout: timeoutMs,
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
export function isByteStream(value: unknown): value is ByteStream {
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
