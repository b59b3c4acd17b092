import type { FaultName, FaultOptions } from '../../sandbox/types.mts';

/** A fault of the sandbox as a row of the matrix meets it; the row's operation says at which route. */
export interface Fault {
	name: FaultName;
	options: FaultOptions;
	/** Takes effect at once and for good: there is no difference between one request and all of them. */
	isInstant?: boolean;
	/** No request of it ever arrives, so none can be the last one to meet it. */
	isLasting?: boolean;
	/** The node's own time limits are cut to this, so nobody waits 30 s for them. */
	timeLimitMs?: number;
	/** The user connects the credential again once it is over, as the error says. */
	endsSignIn?: boolean;
}

const longerThanAnyLimit = { delayMs: 3_600_000 };
const timeLimitMs = 400;

/** Every named fault of the sandbox, with the variants that make a difference, by the name and in the order of the docs. */
export const faults = {
	'status 403': { name: 'status', options: { status: 403 } },
	'status 500': { name: 'status', options: { status: 500 } },
	'status 502': { name: 'status', options: { status: 502 } },
	'status 503': { name: 'status', options: { status: 503 } },
	'status 503, Retry-After 2': { name: 'status', options: { status: 503, retryAfterSeconds: 2 } },
	'status 503, Retry-After 60': { name: 'status', options: { status: 503, retryAfterSeconds: 60 } },
	'too many requests': { name: 'too-many-requests', options: {} },
	'delay within the time limit': { name: 'delay', options: { delayMs: 50 } },
	'delay beyond the time limit': {
		name: 'delay',
		options: longerThanAnyLimit,
		timeLimitMs,
	},
	'broken JSON': { name: 'broken-json', options: {} },
	'dropped connection': { name: 'dropped-connection', options: {} },
	away: { name: 'away', options: {} },
	'token revoked': { name: 'token-revoked', options: {}, isInstant: true },
	'token expired': { name: 'token-expired', options: {}, isInstant: true },
	'token and refresh token revoked': {
		name: 'token-revoked',
		options: { target: 'token' },
		isInstant: true,
		endsSignIn: true,
	},
	'key rotation': { name: 'key-rotation', options: {}, isInstant: true },
	'away, refusing connections': {
		name: 'away',
		options: { refuseConnections: true },
		isLasting: true,
	},
	'status 500 after effect': { name: 'status', options: { status: 500, afterEffect: true } },
	'delay beyond the time limit, after effect': {
		name: 'delay',
		options: { ...longerThanAnyLimit, afterEffect: true },
		timeLimitMs,
	},
	'broken JSON after effect': { name: 'broken-json', options: { afterEffect: true } },
	'dropped connection after effect': { name: 'dropped-connection', options: { afterEffect: true } },
} as const satisfies Record<string, Fault>;
