import { sleep } from 'n8n-workflow';
import type { IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow';
import type { Connection, NodeContext } from './connection';
import { createNodeError } from './node-errors';
import { readProperty } from './read-property';
import { readRequestFailure } from './read-request-failure';
import { decideRetry } from './retry-policy';
import { readServiceMessage } from './service-message';
import { findOutcomeCode } from './service-outcome';
import type { ServiceOutcome } from './service-outcome';

const requestTimeoutMilliseconds = 30_000;

/** One call of the service's API (part 4.1 of the interface document). */
export interface ServiceRequest {
	method: Extract<IHttpRequestMethods, 'GET' | 'POST' | 'DELETE'>;
	/** Path below the API base address, beginning with a slash. */
	path: string;
	body?: Record<string, unknown>;
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

async function sendOnce(
	context: NodeContext,
	connection: Connection,
	request: ServiceRequest,
): Promise<ServiceOutcome> {
	const options: IHttpRequestOptions = {
		method: request.method,
		url: `${connection.baseUrl}${request.path}`,
		headers: { Accept: 'application/json' },
		json: true,
		timeout: requestTimeoutMilliseconds,
		returnFullResponse: true,
		disableFollowRedirect: true,
		// 401 must stay an error: n8n renews the token and repeats the request on it.
		ignoreHttpStatusErrors: { ignore: true, except: [401] },
	};
	if (request.body !== undefined) options.body = request.body;
	try {
		const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
			context,
			connection.credentialType,
			options,
		);
		return readAnswer(response);
	} catch (error) {
		return readRequestFailure(error);
	}
}

/** Sends a request, again where that is safe, and answers what became of it. Never throws. */
export async function requestService(
	context: NodeContext,
	connection: Connection,
	request: ServiceRequest,
): Promise<ServiceOutcome> {
	for (let tries = 1; ; tries++) {
		const outcome = await sendOnce(context, connection, request);
		const wait = decideRetry(request.method, tries, outcome);
		if (wait === undefined) return outcome;
		await sleep(wait);
	}
}

/** Sends a request and answers the parsed body of a 2xx; throws the n8n error for everything else. */
export async function callService(
	context: NodeContext,
	connection: Connection,
	request: ServiceRequest,
	itemIndex?: number,
): Promise<unknown> {
	const outcome = await requestService(context, connection, request);
	if (outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300) {
		return outcome.body;
	}
	throw createNodeError(context.getNode(), findOutcomeCode(outcome), {
		itemIndex,
		...describeOutcome(outcome),
	});
}

/** Status and the service's own words, for the error that is shown. */
export function describeOutcome(outcome: ServiceOutcome): { httpStatus?: number; detail?: string } {
	if (outcome.kind === 'answer') {
		return { httpStatus: outcome.status, detail: readServiceMessage(outcome.body) };
	}
	return outcome.kind === 'sign-in-failed' ? { httpStatus: 401, detail: outcome.detail } : {};
}
