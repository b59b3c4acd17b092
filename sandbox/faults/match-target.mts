import type { FaultTarget } from './fault-types.mts';

/** The server that a route belongs to. */
export type Server = 'api' | 'identity';

const routes: { target: FaultTarget; server: Server; path: RegExp }[] = [
	{ target: 'users-me', server: 'api', path: /^\/api\/users\/me\/?$/i },
	{ target: 'webhooks', server: 'api', path: /^\/api\/webhooks(\/[^/]*)?$/i },
	{ target: 'recordings', server: 'api', path: /^\/recordings\// },
	{ target: 'discovery', server: 'identity', path: /\/\.well-known\/openid-configuration$/ },
	{ target: 'token', server: 'identity', path: /\/protocol\/openid-connect\/token$/ },
	{ target: 'userinfo', server: 'identity', path: /\/protocol\/openid-connect\/userinfo$/ },
	{ target: 'logout', server: 'identity', path: /\/protocol\/openid-connect\/logout$/ },
	{ target: 'certs', server: 'identity', path: /\/protocol\/openid-connect\/certs$/ },
];

export const faultTargets: readonly FaultTarget[] = routes.map(({ target }) => target);

/** The route family of a request, if it has one. */
export const findTarget = (server: Server, path: string): FaultTarget | undefined =>
	routes.find((route) => route.server === server && route.path.test(path))?.target;

export const serverOf = (target: FaultTarget): Server | undefined =>
	routes.find((route) => route.target === target)?.server;
