import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request as a stand-in sees it. */
export interface VendorRequest {
	method: string;
	/** Decoded, without the query. */
	path: string;
	query: Record<string, string>;
	authorization: string | undefined;
	/** Parsed JSON or form text, undefined without a body. */
	body: unknown;
}

export interface VendorAnswer {
	status: number;
	body: unknown;
}

/** A stand-in for the few calls of one host that the examples make. It keeps what was written to it. */
export interface Vendor {
	host: string;
	/** Throws, or rejects, if the request is not as the vendor's reference says. */
	answer(request: VendorRequest): VendorAnswer | Promise<VendorAnswer>;
}

export const notFound: VendorAnswer = { status: 404, body: { message: 'Not found' } };

export async function readVendorRequest(request: IncomingMessage): Promise<VendorRequest> {
	const url = new URL(request.url ?? '/', 'https://vendor.example.com');
	const content = await text(request);
	const isJson = request.headers['content-type']?.startsWith('application/json') ?? false;
	return {
		method: request.method ?? '',
		path: decodeURIComponent(url.pathname),
		query: Object.fromEntries(url.searchParams),
		authorization: request.headers.authorization,
		body: content === '' ? undefined : isJson ? JSON.parse(content) : content,
	};
}
