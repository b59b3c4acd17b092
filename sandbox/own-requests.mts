import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Tells the sandbox's requests to itself from those of others: they are not recorded and meet no fault. */
export interface OwnRequests {
	headers: Record<string, string>;
	isOwn(request: IncomingMessage): boolean;
}

/** The mark is random, so nobody else can slip past the records. */
export function markOwnRequests(): OwnRequests {
	const mark = randomBytes(16).toString('hex');
	return {
		headers: { 'x-sandbox-own': mark },
		isOwn: (request) => request.headers['x-sandbox-own'] === mark,
	};
}
