import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';

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
