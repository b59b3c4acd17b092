import type { IWebhookFunctions } from 'n8n-workflow';
import type { SignedDelivery } from '../../../core';
import { readProperty } from '../../shared';

/** The request of a delivery, as it was sent. */
export async function readRequest(context: IWebhookFunctions): Promise<SignedDelivery> {
	const rawHeaders = readProperty(context.getRequestObject(), 'rawHeaders');
	return {
		rawBody: await readRawBody(context),
		headers: context.getHeaderData(),
		rawHeaders: Array.isArray(rawHeaders) ? rawHeaders.map(String) : undefined,
	};
}

/**
 * The bytes of a delivery's body. n8n parses by content type and hands over `undefined` for a type that
 * it does not know; a delivery is judged by its bytes, whatever its label. `undefined` for multipart,
 * whose bytes n8n has already taken apart.
 */
async function readRawBody(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject();
	const contentType = context.getHeaderData()['content-type'] ?? '';
	if (/^\s*multipart\//i.test(contentType)) return undefined;
	const rawBody = findRawBody(request);
	if (rawBody !== undefined) return rawBody;
	const read = readProperty(request, 'readRawBody');
	if (typeof read === 'function') await read.call(request);
	return findRawBody(request) ?? Buffer.alloc(0);
}

function findRawBody(request: unknown): Buffer | undefined {
	const rawBody = readProperty(request, 'rawBody');
	return Buffer.isBuffer(rawBody) ? rawBody : undefined;
}
