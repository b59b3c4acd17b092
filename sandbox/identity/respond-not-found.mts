import type Koa from 'koa';
import type { Realm } from './realm.mts';
import { renderNotFoundPage } from './render-pages.mts';

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
