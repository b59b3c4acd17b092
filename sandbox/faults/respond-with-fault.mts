import { STATUS_CODES } from 'node:http';
import type { Context } from 'koa';
import type { ActiveFault } from './fault-types.mts';

/** Puts the fault's answer in the place of the true one. */
export function respondWithFault(ctx: Context, { name, options }: ActiveFault): void {
	const whole = typeof ctx.body === 'string' ? ctx.body : JSON.stringify(ctx.body ?? {});
	if (name === 'broken-json') {
		ctx.status = options.status ?? 200;
		ctx.body = options.body ?? (whole.length > 2 ? whole.slice(0, whole.length / 2) : '{"id": "');
	} else {
		ctx.status = name === 'too-many-requests' ? 429 : (options.status ?? 500);
		ctx.body = options.body ?? problem(ctx.status);
	}
	ctx.set('content-type', options.contentType ?? 'application/json');
	if (name === 'too-many-requests') ctx.set('retry-after', String(options.retryAfterSeconds ?? 1));
	else if (options.retryAfterSeconds !== undefined) {
		ctx.set('retry-after', String(options.retryAfterSeconds));
	}
	ctx.set(options.headers ?? {});
}

const problem = (status: number) =>
	JSON.stringify({
		type: 'about:blank',
		title: STATUS_CODES[status] ?? 'Error',
		status,
		detail: 'A fault is switched on in the sandbox.',
	});
