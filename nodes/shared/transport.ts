import type { IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow';
import type { Connection } from './connection';
import type { NodeContext } from './read-credential';
import { readProperty } from './read-property';
import { readRequestFailure } from './read-request-failure';
import type { ServiceOutcome } from './service-outcome';

const requestTimeoutMilliseconds = 30_000;

/** One HTTP request to the API or the identity server (part 4 of the interface document). */
export interface HttpRequest {
	method: Extract<IHttpRequestMethods, 'GET' | 'POST' | 'DELETE'>;
	url: string;
	/** Sent as JSON. */
	body?: Record<string, unknown>;
	/** Sent form-encoded, in place of `body`. */
	form?: Record<string, string>;
	/** Default 30,000. */
	timeoutMilliseconds?: number;
}

function readRetryAfter(value: unknown): number | undefined {
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	const seconds = Number(value);
	const milliseconds = Number.isFinite(seconds)
		? seconds * 1000
		: new Date(value).getTime() - Date.now();
	return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}

function readAnswer(response: unknown): ServiceOutcome {
	return {
		kind: 'answer',
		status: Number(readProperty(response, 'statusCode')),
		body: readProperty(response, 'body'),
		retryAfterMilliseconds: readRetryAfter(
			readProperty(readProperty(response, 'headers'), 'retry-after'),
		),
	};
}

function createOptions(request: HttpRequest): IHttpRequestOptions {
	const options: IHttpRequestOptions = {
		method: request.method,
		url: request.url,
		headers: { Accept: 'application/json' },
		json: true,
		timeout: request.timeoutMilliseconds ?? requestTimeoutMilliseconds,
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

/** Sends one request with the access token of the credential. Never throws. */
export async function sendAuthenticated(
	context: NodeContext,
	connection: Connection,
	request: HttpRequest,
): Promise<ServiceOutcome> {
	try {
		const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
			context,
			connection.credentialKind,
			// 401 must stay an error: n8n renews the token and repeats the request on it.
			{ ...createOptions(request), ignoreHttpStatusErrors: { ignore: true, except: [401] } },
		);
		return readAnswer(response);
	} catch (error) {
		return readRequestFailure(error);
	}
}

/** Sends one request without any authentication. Never throws. */
export async function sendPlain(
	context: NodeContext,
	request: HttpRequest,
): Promise<ServiceOutcome> {
	try {
		return readAnswer(await context.helpers.httpRequest(createOptions(request)));
	} catch (error) {
		return readRequestFailure(error);
	}
}
