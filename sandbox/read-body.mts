import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { Problem } from './problem.mts';

const maxBodyBytes = 1_000_000;

/** The whole body as text. Throws a 413 problem beyond 1 MB. */
export async function readBody(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of request) {
		const part = Buffer.from(chunk);
		bytes += part.length;
		// Read on: a connection that is cut before the body is through loses the answer.
		if (bytes <= maxBodyBytes) chunks.push(part);
	}
	if (bytes > maxBodyBytes) throw new Problem(413, 'The body is larger than 1 MB.');
	return Buffer.concat(chunks).toString('utf8');
}

/** The value of a body. Throws a 400 problem if it is not JSON. */
export function parseBody(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new Problem(400, 'The body is not JSON.');
	}
}

/** The fields of an `application/x-www-form-urlencoded` body, `{}` for any other. */
export async function readForm(ctx: Context): Promise<Record<string, string>> {
	if (!ctx.is('application/x-www-form-urlencoded')) return {};
	return Object.fromEntries(new URLSearchParams(await readBody(ctx.req)));
}
