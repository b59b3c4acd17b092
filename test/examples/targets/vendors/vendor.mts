import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod/v4';

/** A request as a stand-in sees it. */
export interface VendorRequest {
	method: string;
	/** Decoded, without the query. */
	path: string;
	query: Record<string, string>;
	authorization: string | undefined;
	/** Parsed JSON, the fields of a multipart form, or form text; undefined without a body. */
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
	return {
		method: request.method ?? '',
		path: decodeURIComponent(url.pathname),
		query: Object.fromEntries(url.searchParams),
		authorization: request.headers.authorization,
		body: await readBody(request),
	};
}

async function readBody(request: IncomingMessage): Promise<unknown> {
	const content = await buffer(request);
	const type = request.headers['content-type'] ?? '';
	if (content.length === 0) return undefined;
	if (type.startsWith('application/json')) return JSON.parse(content.toString());
	if (!type.startsWith('multipart/form-data')) return content.toString();
	const form = await new Response(content, { headers: { 'content-type': type } }).formData();
	const fields = [...form].map(async ([name, value]) => [
		name,
		typeof value === 'string' ? value : await readFile(value),
	]);
	return Object.fromEntries(await Promise.all(fields));
}

async function readFile(file: File) {
	return { name: file.name, type: file.type, content: Buffer.from(await file.arrayBuffer()) };
}

/** A file of a multipart form. */
export const uploadedFile = z.strictObject({
	name: z.string().min(1),
	type: z.string().regex(/^audio\//),
	content: z.instanceof(Buffer),
});
