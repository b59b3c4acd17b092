import Router from '@koa/router';
import type Koa from 'koa';
import type { Provider } from 'oidc-provider';
import type { Realm } from './realm.mts';
import { handleLogin } from './handle-login.mts';
import { handleLogout } from './handle-logout.mts';
import { handleUserinfo } from './handle-userinfo.mts';
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

	for (const path of ['/.well-known/openid-configuration', `${oidc}/certs`]) {
		router.get(path, delegate).options(path, delegate);
	}
	router.get(`${oidc}/auth`, delegate);
	router.get(`${oidc}/auth/:uid`, delegate);
	router.options(`${oidc}/token`, delegate).post(`${oidc}/token`, async (context, next) => {
		await delegate(context, next);
		if (context.status !== 200) return;
		const { client_id = '' } = Object(context.request).body ?? {};
		context.body = await realm.writeTokens(Object(context.body), client_id);
	});
	router.post(`${oidc}/logout/confirm`, delegate);
	router.post(`${oidc}/logout`, (context) => handleLogout(context, currentProvider(), realm.state));
	router.get(`${oidc}/userinfo`, (context) => handleUserinfo(context, realm));
	const login = (context: Koa.Context) => handleLogin(context, currentProvider(), realm);
	router.get('/login/:uid', login).post('/login/:uid', login);
	return router;
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
	const { url } = context;
	context.mountPath = prefix;
	context.url = askForConsent(url.slice(prefix.length));
	try {
		const run = provider.middleware[0];
		await run?.(context, next);
	} finally {
		// Whoever looks afterwards (the record of requests) sees the request as it came.
		context.url = url;
	}
}

/**
 * The library drops `offline_access` unless `prompt=consent` is sent. The service does not ask for
 * that and n8n does not send it, so it is added here; consent itself is implicit.
 */
function askForConsent(url: string): string {
	const [path, query] = url.split('?', 2);
	if (path !== `${oidc}/auth` || query === undefined) return url;
	const parameters = new URLSearchParams(query);
	const prompts = parameters.get('prompt')?.split(' ') ?? [];
	const isOffline = parameters.get('scope')?.split(' ').includes('offline_access') ?? false;
	if (!isOffline || prompts.includes('consent') || prompts.includes('none')) return url;
	parameters.set('prompt', [...prompts, 'consent'].join(' '));
	return `${path}?${parameters.toString()}`;
}
