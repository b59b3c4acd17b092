import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod/v4';
import type { Answer } from './switchboard.mts';

/** A credential that a user fills in. The import of an example attaches it to the nodes of these types. */
export interface TargetCredential {
	type: string;
	nodes: string[];
	fields: Record<string, unknown>;
	/** Whether a person has to sign in after the fields are filled in. */
	signsIn?: true;
}

/** The day on which the contracts of all stand-ins were read. */
export const contractsReadOn = '2026-11-27';

/** A request as a stand-in sees it. */
export interface VendorRequest {
	method: string;
	/** Decoded, without the query. */
	path: string;
	query: Record<string, string>;
	authorization: string | undefined;
	/** The key by which a vendor recognizes a repeated request. */
	idempotencyKey: string | undefined;
	/** Parsed JSON, the fields of a multipart form, form text, or a page of HTML as a file; undefined without a body. */
	body: unknown;
}

/** Throws, or rejects, if the request is not as the vendor's contract says. Without `query` it takes none. */
interface Route {
	(request: VendorRequest, part: string): Answer | Promise<Answer>;
	query?: z.ZodType;
}

/** A route that takes a query. */
export const withQuery = <Query,>(
	query: z.ZodType<Query>,
	route: (query: Query, request: VendorRequest, part: string) => Answer,
): Route =>
	Object.assign(
		(request: VendorRequest, part: string) => route(query.parse(request.query), request, part),
		{ query },
	);

/**
 * A stand-in for the few calls of one host that the examples make: it accepts what the vendor's contract
 * accepts, and nothing else. It keeps what was written to it.
 */
export interface Vendor {
	host: string;
	/** Where the vendor publishes what it accepts, as read on `contractsReadOn`. docs/examples.md shows it. */
	contract: string;
	credential?: TargetCredential;
	/** The header of every request to `routes`; undefined if the vendor's API has none. */
	authorization?: string;
	/** The lists of what was written to it, but for contacts: each test begins with empty ones. */
	written?: unknown[][];
	/** By method and path, as `POST /contacts/*`: the star is any one part of the path, and given to the route. */
	routes?: Record<string, Route>;
	/** Where there is a quota for each minute: begins a new one. */
	beginMinute?: () => void;
	/** Routes that need no authorization: they give one. */
	tokens?: Record<string, Route>;
	/** Where several accounts share the host: whether a request without `authorization` is for this account. */
	isAsked?: (request: VendorRequest) => boolean;
	/** By route: an empty page of a list that names a next page, as the vendor says may come. */
	emptyPages?: Record<string, unknown>;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const created = (body: unknown): Answer => ({ status: 201, body });

/** A text that a vendor takes: at least one character. With `.max(n)`, an emoji counts as two. */
export const text = z.string().min(1);

/** A text of at most so many bytes in UTF-8. */
export const bytesOf = (maximum: number) =>
	text.refine((value) => Buffer.byteLength(value) <= maximum, `more than ${maximum} bytes`);

/** A number of the public network in E.164. */
export const e164 = z.string().regex(/^\+[1-9]\d{1,14}$/);

/** The fields of a form. */
export const readForm = (body: unknown): Record<string, string> =>
	Object.fromEntries(new URLSearchParams(String(body)));

/** Keeps what was written, and gives it. */
export function keep<Entry>(list: Entry[], entry: Entry): Entry {
	list.push(entry);
	return entry;
}

/** The object of this id. Throws if there is none. */
export function expectKnown<Known extends { id: unknown }>(
	list: Known[],
	id: unknown,
	what: string,
) {
	const known = list.find((one) => one.id === id);
	if (known === undefined) throw new Error(`there is no such ${what}`);
	return known;
}

/** A route that a request fits, and what stands in place of its star; undefined if there is none. */
export function findRoute({ tokens = {}, routes = {} }: Vendor, { method, path }: VendorRequest) {
	const asked = `${method} ${path}`.split('/');
	for (const [name, route] of Object.entries({ ...tokens, ...routes })) {
		const parts = name.split('/');
		const fits = parts.every((part, index) => part === '*' || part === asked[index]);
		if (!fits || parts.length !== asked.length) continue;
		return { name, route, part: asked[parts.indexOf('*')] ?? '', isToken: name in tokens };
	}
	return undefined;
}

/** Rejects what the vendor would not take. */
export async function answerRequest(vendor: Vendor, request: VendorRequest): Promise<Answer> {
	expectWhole(request);
	const found = findRoute(vendor, request);
	if (found === undefined) throw new Error('nobody answers this');
	if (!found.isToken && request.authorization !== vendor.authorization) {
		throw new Error('wrong authorization');
	}
	(found.route.query ?? z.strictObject({})).parse(request.query);
	return await found.route(request, found.part);
}

/** Throws at half a character and at U+0000: no JSON of a vendor, and no form, has a place for them. */
function expectWhole(value: unknown): void {
	if (typeof value === 'string' && /[\p{Cs}\0]/u.test(value)) {
		throw new Error('half a character, or U+0000');
	}
	if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return;
	for (const one of Object.values(value)) expectWhole(one);
}

/** The code with which a vendor's page of a sign-in leads back to n8n. */
export const signInCode = 'code-for-the-test';

const refreshToken = 'refresh-token-for-the-test';
const tokenRequest = z.union([
	z.object({ grant_type: z.literal('authorization_code'), code: z.literal(signInCode) }),
	z.object({ grant_type: z.literal('refresh_token'), refresh_token: z.literal(refreshToken) }),
]);

/** An application that a person signs in to. */
export function createApplication(name: string, token: Record<string, unknown> = {}) {
	const clientId = `${name}-client`;
	const clientSecret = `${name}-secret-for-the-test`;
	const access_token = `${name}-token-for-the-test`;
	const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
	/** The application names itself in the form or in a Basic header. */
	const isAsked = ({ body, authorization }: VendorRequest): boolean => {
		const form = readForm(body);
		const isNamed = form.client_id === clientId && form.client_secret === clientSecret;
		return isNamed || authorization === `Basic ${basic}`;
	};
	return {
		/** Fields of the application's credential. */
		fields: { clientId, clientSecret },
		/** The header of every request after the sign-in. */
		authorization: `Bearer ${access_token}`,
		isAsked,
		/**
		 * The answer to a sign-in's code, for which n8n asks when a credential is connected, and to a refresh
		 * token.
		 */
		giveToken: (request: VendorRequest): Answer => {
			tokenRequest.parse(readForm(request.body));
			if (!isAsked(request)) throw new Error('another application');
			const expiry = { expires_in: 86_400, refresh_token: refreshToken };
			return ok({ token_type: 'Bearer', ...expiry, access_token, ...token });
		},
	};
}

export type Application = ReturnType<typeof createApplication>;

export async function readVendorRequest(request: IncomingMessage): Promise<VendorRequest> {
	const url = new URL(request.url ?? '/', 'https://vendor.example.com');
	return {
		method: request.method ?? '',
		path: decodeURIComponent(url.pathname),
		query: Object.fromEntries(url.searchParams),
		authorization: request.headers.authorization,
		idempotencyKey: request.headers['idempotency-key']?.toString(),
		body: await readBody(request),
	};
}

async function readBody(request: IncomingMessage): Promise<unknown> {
	const content = await buffer(request);
	const type = request.headers['content-type'] ?? '';
	if (content.length === 0) return undefined;
	if (type.startsWith('application/json')) return JSON.parse(content.toString());
	if (type.startsWith('application/x-www-form-urlencoded')) return content.toString();
	if (type.startsWith('text/html')) return { type, content };
	if (!type.startsWith('multipart/form-data')) throw new Error(`a body of type ${type}`);
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
