import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod/v4';

/** What a user fills in for a target. The import attaches it to the nodes of these types. */
export interface TargetCredential {
	type: string;
	nodes: string[];
	fields: Record<string, unknown>;
}

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

interface VendorAnswer {
	status: number;
	body: unknown;
}

/** Throws, or rejects, if the request is not as the vendor's reference says. */
type Route = (request: VendorRequest, part: string) => VendorAnswer | Promise<VendorAnswer>;

/** A stand-in for the few calls of one host that the examples make. It keeps what was written to it. */
export interface Vendor {
	host: string;
	credential?: TargetCredential;
	/** The header of every request to `routes`; undefined if the vendor's API has none. */
	authorization?: string;
	/** The lists of what was written to it, but for contacts: each test begins with empty ones. */
	written?: unknown[][];
	/** By method and path, as `POST /contacts/*`: the star is any one part of the path, and given to the route. */
	routes?: Record<string, Route>;
	/** Routes that need no authorization: they give one. */
	tokens?: Record<string, Route>;
}

export const ok = (body: unknown): VendorAnswer => ({ status: 200, body });
export const created = (body: unknown): VendorAnswer => ({ status: 201, body });

/** Throws unless one of the objects has the id. */
export function expectKnown(list: { id: unknown }[], id: unknown, what: string): void {
	if (!list.some((one) => one.id === id)) throw new Error(`there is no such ${what}`);
}

/** Rejects what the vendor would not take. */
export async function answerRequest(vendor: Vendor, request: VendorRequest): Promise<VendorAnswer> {
	const { tokens = {}, routes = {} } = vendor;
	const asked = `${request.method} ${request.path}`.split('/');
	for (const [pattern, route] of Object.entries({ ...tokens, ...routes })) {
		const parts = pattern.split('/');
		const fits = parts.every((part, index) => part === '*' || part === asked[index]);
		if (!fits || parts.length !== asked.length) continue;
		if (!(pattern in tokens) && request.authorization !== vendor.authorization) {
			throw new Error('wrong authorization');
		}
		return await route(request, asked[parts.indexOf('*')] ?? '');
	}
	throw new Error('nobody answers this');
}

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
