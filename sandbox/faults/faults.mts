// What the sandbox can be made to do wrong, and where. Names and targets stand here alone.

/**
 * Met by each request that they are switched on for. `away`: the whole server that the target belongs to
 * (default: both) closes connections unanswered.
 */
export const requestFaultNames = [
	'status',
	'delay',
	'broken-json',
	'dropped-connection',
	'too-many-requests',
	'away',
] as const;

/**
 * Take effect at once and for good. `token-revoked`, `token-expired`: the API answers 401 to every access
 * token given out so far; with target `token` refresh tokens given out so far are rejected as well.
 * `key-rotation`: see `IdentityServer.rotateKeys`.
 */
export const instantFaultNames = ['token-revoked', 'token-expired', 'key-rotation'] as const;

export const faultNames = [...requestFaultNames, ...instantFaultNames] as const;

export type RequestFaultName = (typeof requestFaultNames)[number];
export type InstantFaultName = (typeof instantFaultNames)[number];
export type FaultName = (typeof faultNames)[number];

export const isInstant = (name: FaultName): name is InstantFaultName =>
	instantFaultNames.some((instant) => instant === name);

/** The server that a route belongs to. */
export type Server = 'api' | 'identity';

const routes = {
	'users-me': { server: 'api', path: /^\/api\/users\/me\/?$/i },
	webhooks: { server: 'api', path: /^\/api\/webhooks(\/[^/]*)?$/i },
	recordings: { server: 'api', path: /^\/recordings\// },
	discovery: { server: 'identity', path: /\/\.well-known\/openid-configuration$/ },
	token: { server: 'identity', path: /\/protocol\/openid-connect\/token$/ },
	userinfo: { server: 'identity', path: /\/protocol\/openid-connect\/userinfo$/ },
	logout: { server: 'identity', path: /\/protocol\/openid-connect\/logout$/ },
	certs: { server: 'identity', path: /\/protocol\/openid-connect\/certs$/ },
} as const satisfies Record<string, { server: Server; path: RegExp }>;

/** A family of routes. The page and its control endpoints never meet a fault. */
export type FaultTarget = keyof typeof routes;

export const faultTargets = Object.keys(routes).filter(
	(name): name is FaultTarget => name in routes,
);

/** The route family of a request, if it has one. */
export const findTarget = (server: Server, path: string): FaultTarget | undefined =>
	faultTargets.find((target) => routes[target].server === server && routes[target].path.test(path));

export const serverOf = (target: FaultTarget): Server => routes[target].server;

export interface FaultOptions {
	/** Default: every route of both servers. */
	target?: FaultTarget;
	/** How many requests meet it. Default: until cleared. */
	times?: number;
	/** For `status` (default 500) and `broken-json` (default 200). */
	status?: number;
	/** Default 1000. */
	delayMs?: number;
	/** Called when a `delay` begins to hold a request. */
	onHold?: () => void;
	/** Default 1. */
	retryAfterSeconds?: number;
	/** Default: a problem in JSON; for `broken-json` a JSON text that stops in the middle. */
	body?: string;
	/** Default `application/json`. */
	contentType?: string;
	/** Further headers of the fault's answer, such as `location`. */
	headers?: Record<string, string>;
	/**
	 * Whether the request takes effect before the fault spoils its answer. Default false. A recording
	 * (a streamed answer) is stalled or dropped after its first bytes.
	 */
	afterEffect?: boolean;
	/** For `away`: the API stops listening until the faults are cleared. Its page is away then too. */
	refuseConnections?: boolean;
}

/** A fault that is switched on. */
export interface ActiveFault {
	name: RequestFaultName;
	options: FaultOptions;
	/** How many more requests meet it; `null`: until cleared. */
	remaining: number | null;
}
