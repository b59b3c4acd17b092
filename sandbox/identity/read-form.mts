import type Koa from 'koa';

const limitBytes = 64 * 1024;

/** The fields of an `application/x-www-form-urlencoded` body, `{}` for any other. */
export async function readForm(context: Koa.Context): Promise<Record<string, string>> {
	if (!context.is('application/x-www-form-urlencoded')) return {};
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of context.req) {
		const bytes = Buffer.from(chunk);
		size += bytes.length;
		if (size > limitBytes) context.throw(413, `body is larger than ${limitBytes} bytes`);
		chunks.push(bytes);
	}
	return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')));
}
