import type { FaultName, FaultOptions } from '../../sandbox/types.mts';

/** A fault of the sandbox as a row of the matrix meets it; the row's section says at which route. */
export type Fault = readonly [FaultName, FaultOptions];

/** A wait that every time limit of the nodes ends. */
export const endlessMs = 3_600_000;

/** Every named fault of the sandbox, with the variants that make a difference, by the name and in the order of the docs. */
export const faults = {
	'status 400': ['status', { status: 400 }],
	'status 400, a page': ['status', { status: 400, contentType: 'text/html' }],
	'status 403': ['status', { status: 403 }],
	'status 500': ['status', { status: 500 }],
	'status 502': ['status', { status: 502 }],
	'status 503': ['status', { status: 503 }],
	'status 503, Retry-After 2': ['status', { status: 503, retryAfterSeconds: 2 }],
	'status 503, Retry-After 60': ['status', { status: 503, retryAfterSeconds: 60 }],
	'too many requests': ['too-many-requests', {}],
	'delay within the time limit': ['delay', { delayMs: 50 }],
	'delay beyond the time limit': ['delay', { delayMs: endlessMs }],
	'broken JSON': ['broken-json', {}],
	'dropped connection': ['dropped-connection', {}],
	away: ['away', {}],
	'token revoked': ['token-revoked', {}],
	'token expired': ['token-expired', {}],
	'token and refresh token revoked': ['token-revoked', { target: 'token' }],
	'key rotation': ['key-rotation', {}],
	'away, refusing connections': ['away', { refuseConnections: true }],
	'status 500 after effect': ['status', { status: 500, afterEffect: true }],
	'delay beyond the time limit, after effect': ['delay', { delayMs: endlessMs, afterEffect: true }],
	'broken JSON after effect': ['broken-json', { afterEffect: true }],
	'dropped connection after effect': ['dropped-connection', { afterEffect: true }],
} as const satisfies Record<string, Fault>;
