import { Readable } from 'node:stream';
import type Koa from 'koa';

const limitBytes = 64 * 1024;

/**
 * The body's text. A middleware that ran before and read the stream leaves what it read in
 * `request.rawBody` (text or bytes) or `request.body` (text or the parsed form).
 */
export async function readBody(context: Koa.Context): Promise<string> {
	if (context.req.readableEnded) return readKept(context);
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of context.req) {
		const bytes = Buffer.from(chunk);
		size += bytes.length;
		if (size > limitBytes) context.throw(413, `body is larger than ${limitBytes} bytes`);
		chunks.push(bytes);
	}
	return Buffer.concat(chunks).toString('utf8');
}

function readKept({ request }: Koa.Context): string {
	const kept: unknown = Reflect.get(request, 'rawBody') ?? Reflect.get(request, 'body') ?? '';
	if (typeof kept === 'string') return kept;
	if (Buffer.isBuffer(kept)) return kept.toString('utf8');
	return new URLSearchParams(
		Object.entries(Object(kept)).map(([k, v]) => [k, String(v)]),
	).toString();
}

export async function readForm(context: Koa.Context): Promise<Record<string, string>> {
	if (!context.is('application/x-www-form-urlencoded')) return {};
	return Object.fromEntries(new URLSearchParams(await readBody(context)));
}

/** Lets the library read a body again that was read before: it warns about parsed bodies otherwise. */
export function replayBody(context: Koa.Context, body: string): void {
	const replay = Readable.from(body === '' ? [] : [Buffer.from(body)]);
	const replayed = new Set<PropertyKey>(['readable', 'readableEncoding', 'iterator']);
	context.req = new Proxy(context.req, {
		get(request, key) {
			const source = replayed.has(key) ? replay : request;
			const value: unknown = Reflect.get(source, key, source);
			return typeof value === 'function' ? value.bind(source) : value;
		},
	});
}
