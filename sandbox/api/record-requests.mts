import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import type { SandboxState } from '../state.mts';
import type { RecordedRequest } from '../types.mts';

// Part 4.1 documents this endpoint for its payload alone: nobody may call it.
const eventEndpoint = '/api/webhooks/notifications/events/conversationcomplete';

/** Records every request with the status of its answer, faulted ones included. */
export function recordRequests(state: SandboxState): Middleware {
	return async (ctx, next) => {
		const url = new URL(ctx.originalUrl, 'http://sandbox');
		const entry: RecordedRequest = {
			at: new Date().toISOString(),
			method: ctx.method,
			path: url.pathname,
			query: Object.fromEntries(url.searchParams),
			headers: joinHeaders(ctx.req.headers),
			body: '',
			form: {},
			status: 0,
		};
		state.requests.push(entry);
		if (url.pathname.toLowerCase() === eventEndpoint) state.trappedCalls.push(entry);
		const readSoFar = listenToBody(ctx.req);
		ctx.res.once('close', () => {
			entry.status = ctx.res.writableFinished ? ctx.res.statusCode : 0;
		});
		try {
			await next();
		} finally {
			// Before the answer leaves, so the caller who has the answer finds it recorded.
			entry.body = readSoFar();
			if (ctx.is('application/x-www-form-urlencoded') !== false) {
				entry.form = Object.fromEntries(new URLSearchParams(entry.body));
			}
			const isConnected = ctx.res.writableEnded || ctx.res.socket?.destroyed === false;
			entry.status = isConnected ? ctx.status : 0;
		}
	};
}

const joinHeaders = (headers: IncomingMessage['headers']) =>
	Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
	);

/** Listens while the route reads the body, and does not read it itself. */
function listenToBody(request: IncomingMessage): () => string {
	const chunks: Buffer[] = [];
	const onFirstReader = (event: string | symbol) => {
		if (event !== 'data' && event !== 'readable') return;
		request.off('newListener', onFirstReader);
		request.on('data', (chunk: Buffer | string) => chunks.push(Buffer.from(chunk)));
	};
	request.on('newListener', onFirstReader);
	return () => Buffer.concat(chunks).toString('utf8');
}
