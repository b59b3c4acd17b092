/**
 * Named faults. `target` is a route family (default: every route of both servers; the page and its
 * control endpoints never meet a fault); `times` is how many requests meet it (default: until cleared).
 *
 * - `token-revoked`, `token-expired`: at once and for good, the API answers 401 to every access token
 *   given out so far; with target `token` refresh tokens given out so far are rejected as well.
 * - `key-rotation`: at once, see `IdentityServer.rotateKeys`.
 * - `away`: the whole server that the target belongs to (default: both) closes connections unanswered.
 */
export type FaultName =
	| 'status'
	| 'delay'
	| 'broken-json'
	| 'dropped-connection'
	| 'too-many-requests'
	| 'token-revoked'
	| 'token-expired'
	| 'key-rotation'
	| 'away';

export type FaultTarget =
	| 'users-me'
	| 'webhooks'
	| 'recordings'
	| 'discovery'
	| 'token'
	| 'userinfo'
	| 'logout'
	| 'certs';

export interface FaultOptions {
	target?: FaultTarget;
	times?: number;
	/** For `status` (default 500) and `broken-json` (default 200). */
	status?: number;
	/** Default 1000. */
	delayMs?: number;
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
	/**
	 * For `away`: the API stops listening until the faults are cleared, so connections are refused
	 * instead of closed. Its page is away then too.
	 */
	refuseConnections?: boolean;
}

/** A fault that is switched on. */
export interface ActiveFault {
	name: FaultName;
	options: FaultOptions;
	/** How many more requests meet it; `null`: until cleared. */
	remaining: number | null;
}
