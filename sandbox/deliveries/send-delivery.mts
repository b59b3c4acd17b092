import { createHmac } from 'node:crypto';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { IdentityServer } from '../identity/identity-types.mts';
import type { DeliveryOptions } from '../types.mts';

/** What a receiver answered to one attempt. */
export interface DeliveryResponse {
	status: number;
	/** At most 2,000 characters. */
	body: string;
	retryAfter: string | undefined;
}

export interface DeliveryRequest {
	url: string;
	headers: Record<string, string>;
	body: Buffer;
	signal: AbortSignal;
}

const maxResponseCharacters = 2000;

/**
 * One HTTP POST over a connection of its own (a kept one may be closed by the receiver at any time,
 * which would look like a failed attempt). Follows no redirects. Rejects if no answer came.
 */
export function sendDelivery({
	url,
	headers,
	body,
	signal,
}: DeliveryRequest): Promise<DeliveryResponse> {
	const send = new URL(url).protocol === 'https:' ? requestHttps : requestHttp;
	const options: RequestOptions = {
		method: 'POST',
		agent: false,
		signal,
		headers: { ...headers, 'content-length': body.length },
	};
	return new Promise((resolve, reject) => {
		const request = send(url, options, (response) => {
			readAnswer(response).then(resolve, reject);
		});
		request.on('error', reject);
		request.end(body);
	});
}

async function readAnswer(response: IncomingMessage): Promise<DeliveryResponse> {
	let body = '';
	response.setEncoding('utf8');
	for await (const chunk of response) {
		if (body.length < maxResponseCharacters) body += String(chunk);
	}
	return {
		status: response.statusCode ?? 0,
		body: body.slice(0, maxResponseCharacters),
		retryAfter: response.headers['retry-after'],
	};
}

/** `azp` of the tokens that deliveries carry. */
const serviceClientId = 'voice-agent-service';

/** Headers of one attempt. Only the sandbox's own identity server can sign its token. */
export async function buildDeliveryHeaders(
	identity: IdentityServer,
	userId: string,
	body: Buffer,
	{ signingSecret }: DeliveryOptions,
): Promise<Record<string, string>> {
	const headers: Record<string, string> = {
		'content-type': 'application/json',
		'user-agent': 'voice-agent-sandbox',
	};
	if (identity.isOwn) {
		const claims = { aud: identity.audience, sub: userId, azp: serviceClientId };
		headers.authorization = `Bearer ${await identity.signJwt(claims)}`;
	}
	if (signingSecret !== undefined) {
		const signature = createHmac('sha256', signingSecret).update(body).digest('hex');
		headers['x-webhook-signature'] = `sha256=${signature}`;
	}
	return headers;
}
