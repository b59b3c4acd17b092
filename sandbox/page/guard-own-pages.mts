import type { Context, Middleware } from 'koa';
import { Problem } from '../api/answer-problem.mts';

const headers = {
	'cache-control': 'no-store',
	'content-security-policy':
		"default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
};

/**
 * Keeps other web sites away from the sandbox's pages and control endpoints: a name of theirs that
 * resolves to this machine (Host), their scripts (Origin, Sec-Fetch-Site) and their forms (content type).
 */
export const guardOwnPages: Middleware = async (ctx, next) => {
	const port = ctx.req.socket.localPort;
	const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
	if (!hosts.includes(ctx.host)) throw new Problem(403, 'Open the sandbox by its own address.');
	const { origin } = ctx.headers;
	if (origin !== undefined && origin !== `http://${ctx.host}`) throw foreign();
	if (ctx.path.startsWith('/sandbox/') && !isFromHere(ctx)) throw foreign();
	if (ctx.method === 'POST' && !ctx.is('application/json')) {
		throw new Problem(415, 'The body must be sent as application/json.');
	}
	ctx.set(headers);
	await next();
};

/** Browsers say where a request comes from; whoever is no browser says nothing. */
const isFromHere = (ctx: Context) =>
	['', 'none', 'same-origin'].includes(ctx.get('sec-fetch-site'));

const foreign = () => new Problem(403, 'Only the sandbox itself may call this.');
