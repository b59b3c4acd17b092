import type { ErrorCode } from '../error-catalog';

type Row = readonly [
	from: number,
	to: number,
	service: ErrorCode,
	identity: ErrorCode,
	storage: ErrorCode,
	/** How a rejection says that its link has expired: see `isExpiryRejection`. */
	expiry?: 'link' | 'token',
];

/** What a status means: of the service, the identity server, and a storage of recordings. The first row counts. */
export const STATUSES: readonly Row[] = [
	[202, 202, 'request-rejected', 'identity-response-unreadable', 'recording-not-ready'],
	[204, 204, 'request-rejected', 'identity-response-unreadable', 'recording-not-audio'],
	[0, 299, 'request-rejected', 'identity-response-unreadable', 'recording-rejected'],
	[300, 399, 'response-unreadable', 'identity-response-unreadable', 'recording-rejected'],
	[400, 400, 'request-rejected', 'identity-rejected', 'recording-rejected', 'token'],
	[401, 401, 'access-token-rejected', 'identity-rejected', 'recording-rejected', 'link'],
	[403, 403, 'permission-denied', 'identity-rejected', 'recording-rejected', 'link'],
	[404, 404, 'not-found', 'identity-not-found', 'recording-not-found', 'link'],
	[407, 407, 'proxy-sign-in-needed', 'proxy-sign-in-needed', 'proxy-sign-in-needed'],
	[409, 409, 'request-rejected', 'identity-rejected', 'recording-not-ready'],
	[410, 410, 'request-rejected', 'identity-rejected', 'recording-rejected', 'link'],
	[423, 423, 'request-rejected', 'identity-rejected', 'recording-not-ready'],
	[425, 425, 'request-rejected', 'identity-rejected', 'recording-not-ready'],
	[429, 429, 'too-many-requests', 'identity-unavailable', 'recording-storage-unavailable'],
	[400, 499, 'request-rejected', 'identity-rejected', 'recording-rejected'],
	[500, Infinity, 'service-failed', 'identity-unavailable', 'recording-storage-unavailable'],
];

/** A status that is no number, or below 0: n8n gave none. */
const UNKNOWN: Row = [0, 0, 'request-rejected', 'identity-rejected', 'recording-rejected'];

export function explainStatus(status: number) {
	const row = STATUSES.find(([from, to]) => status >= from && status <= to) ?? UNKNOWN;
	const [, , service, identity, storage, expiry] = row;
	return { service, identity, storage, expiry };
}
