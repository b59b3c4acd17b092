import type { Context, Middleware } from 'koa';
import { Problem } from '../problem.mts';

const headers = {
	'cache-control': 'no-store',
	'content-security-policy':
		"default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
};

/** Pages that hold a secret, or change something: not even a link of another site may lead there. */
const guarded = /^\/(?:sandbox\/|token$)/;

/**
 * Keeps other web sites away from the sandbox's pages and control endpoints, further than every server
 * of the sandbox does: their scripts (Origin), their links and their forms (content type).
 */
export const guardOwnPages: Middleware = async (ctx, next) => {
	const { origin } = ctx.headers;
	if (origin !== undefined && origin !== `http://${ctx.host}`) throw foreign();
	if (guarded.test(ctx.path) && !isFromHere(ctx)) throw foreign();
	if (ctx.method === 'POST' && !ctx.is('application/json')) {
		throw new Problem(415, 'The body must be sent as application/json.');
	}
	ctx.set(headers);
	await next();
};

/** Browsers say where a request comes from; other clients do not. */
const isFromHere = (ctx: Context) =>
	['', 'none', 'same-origin'].includes(ctx.get('sec-fetch-site'));

const foreign = () => new Problem(403, 'Only the sandbox itself may call this.');
