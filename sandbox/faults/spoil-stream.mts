import { Readable } from 'node:stream';
import type { Context } from 'koa';

/** Lets a streamed answer stop after its first bytes until `hold` ends. `false` if nothing is streamed. */
export function stallStream(ctx: Context, hold: () => Promise<void>): boolean {
	return replaceStream(ctx, async function* (chunks) {
		let first = true;
		for await (const chunk of chunks) {
			yield chunk;
			if (first) await hold();
			first = false;
		}
	});
}

/** Drops the connection after the first bytes of a streamed answer. `false` if nothing is streamed. */
export function dropStream(ctx: Context): boolean {
	return replaceStream(ctx, async function* (chunks) {
		let sent = 0;
		for await (const chunk of chunks) {
			if (sent === 2) return ctx.req.socket.destroySoon();
			yield chunk;
			sent += 1;
		}
	});
}

function replaceStream(
	ctx: Context,
	spoil: (chunks: AsyncIterable<unknown>) => AsyncIterable<unknown>,
): boolean {
	const { body, length } = ctx;
	if (!(body instanceof Readable)) return false;
	const { type } = ctx;
	ctx.body = Readable.from(spoil(body), { objectMode: false });
	ctx.type = type;
	if (length !== undefined) ctx.length = length;
	return true;
}
