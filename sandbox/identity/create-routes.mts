import { randomBytes } from 'node:crypto';
import Router from '@koa/router';
import type Koa from 'koa';
import type { Provider } from 'oidc-provider';
import type { IdentityWays } from './identity-types.mts';
import type { Realm } from './realm.mts';
import { handleLogin } from './handle-login.mts';
import { handleLogout } from './handle-logout.mts';
import { renderNotFoundPage } from './render-pages.mts';

const oidc = '/protocol/openid-connect';

/**
 * The paths of part 4.2 and no others, but the login page and two that a browser is sent to on the
 * way: the end of a sign-in, and the end of another user's session before it.
 */
export function createRoutes(realm: Realm, currentProvider: () => Provider): Router {
	const router = new Router({ prefix: realm.prefix, sensitive: true, strict: true });
	const delegate = (context: Koa.Context, next: Koa.Next) =>
		runProvider(currentProvider(), realm.prefix, context, next);

	router.get('/.well-known/openid-configuration', delegate);
	for (const name of ['certs', 'userinfo', 'auth/:uid']) router.get(`${oidc}/${name}`, delegate);
	router.get(`${oidc}/auth`, (context, next) => {
		const { signInNeeds } = realm.speech().ways;
		const lack = signInNeeds && takeNeeds(context, signInNeeds);
		if (lack !== undefined) return rejectSignIn(context, lack);
		askForConsent(context);
		return delegate(context, next);
	});
	router.post(`${oidc}/token`, async (context, next) => {
		await delegate(context, next);
		if (context.status === 200) await speakOtherwise(context, realm);
	});
	router.post(`${oidc}/logout/confirm`, delegate);
	router.post(`${oidc}/logout`, (context) => handleLogout(context, currentProvider(), realm.state));
	const login = (context: Koa.Context) => handleLogin(context, currentProvider(), realm);
	router.get('/login/:uid', login).post('/login/:uid', login);
	return router;
}

/** Takes what only a dialect knows out of the request. What the request lacks, as a sentence. */
function takeNeeds(
	{ query, request }: Koa.Context,
	{ parameter, scope }: NonNullable<IdentityWays['signInNeeds']>,
): string | undefined {
	const scopes = String(query.scope).split(' ');
	if (scope !== undefined && !scopes.includes(scope)) return `The scope ${scope} is required.`;
	if (parameter !== undefined && !(parameter in query)) return `${parameter} is required.`;
	const known = Object.entries(query).filter(([name]) => !['audience', 'resource'].includes(name));
	request.query = {
		...Object.fromEntries(known),
		scope: scopes.filter((name) => name !== scope).join(' '),
	};
	return undefined;
}

/** RFC 6749, 4.1.2.1. */
function rejectSignIn(context: Koa.Context, description: string): void {
	const { redirect_uri, state } = context.query;
	const url = new URL(String(redirect_uri));
	const error = { error: 'invalid_request', error_description: description, state: String(state) };
	url.search = new URLSearchParams(error).toString();
	context.redirect(url.href);
}

/** Writes tokens as the dialects have them. */
async function speakOtherwise(context: Koa.Context, { speech, signJwt, state }: Realm) {
	const { clientSecret } = Object(context).oidc.client;
	const hideJwt = (jwt: string, token = randomBytes(24).toString('base64url')) => {
		state.opaque[token] = jwt;
		return token;
	};
	const tools = { signJwt, clientSecret, hideJwt };
	context.body = await speech().changes.tokens(Object(context.body), tools);
}

/** Says at every path that is not served what the address ends in: most often the realm was left out. */
export function respondNotFound(realm: Realm): Koa.Middleware {
	return async (context, next) => {
		await next();
		if (context.status !== 404 || (context.body ?? null) !== null) return;
		context.status = 404;
		if (context.accepts('json', 'html') === 'html') {
			context.type = 'html';
			context.body = renderNotFoundPage(realm);
			return;
		}
		context.body = {
			error: 'not_found',
			error_description: `There is nothing at this path. The identity server URL ends in ${realm.prefix}.`,
		};
	};
}

/** Runs the library inside our own server, below the realm's path. */
async function runProvider(
	provider: Provider,
	prefix: string,
	context: Koa.Context,
	next: Koa.Next,
): Promise<void> {
	context.mountPath = prefix;
	context.url = context.url.slice(prefix.length);
	const [run] = provider.middleware;
	await run?.(context, next);
}

/**
 * The library drops `offline_access` unless `prompt=consent` is sent. The service does not ask for
 * that and n8n does not send it, so it is added here; consent itself is implicit.
 */
function askForConsent({ query, request }: Koa.Context): void {
	const prompts = String(query.prompt ?? '').split(' ');
	const isOffline = String(query.scope).split(' ').includes('offline_access');
	if (!isOffline || prompts.includes('none')) return;
	request.query = { ...query, prompt: [...new Set(prompts).add('consent')].join(' ').trim() };
}
