import type { ErrorCode } from '../error-catalog';

/** Our own code, in place of the network's, if a limit of ours ended the request. */
export const TIME_LIMIT = 'time limit';

/** The same if n8n ended the execution meanwhile. */
export const EXECUTION_ENDED = 'execution ended';

/** Whom a failure names. */
export type Party = 'service' | 'identity';

/** The request that ended. n8n refreshes a token by a request of its own, and does not say to which address. */
export type Asked = {
	party: Party;
	method: 'GET' | 'POST' | 'DELETE' | 'refresh';
	/** Without query. */
	url?: string;
};

export const REFRESH: Asked = { party: 'identity', method: 'refresh' };

/** What a request did, and what follows. `isTokenUsed`: the identity server was sent the refresh token. */
export const effects = {
	unsent: { mayBeRepeated: true, isTokenUsed: false, mayBeDone: false },
	/** It did nothing. */
	none: { mayBeRepeated: true, isTokenUsed: true, mayBeDone: false },
	done: { mayBeRepeated: false, isTokenUsed: true, mayBeDone: true },
	/** It may have been done. */
	unknown: { mayBeRepeated: false, isTokenUsed: true, mayBeDone: true },
};

type Effect = keyof typeof effects;

/** The request, and what it did. */
export type Ended = Asked & { effect: Effect };

export type ReceivedResponse = Ended & {
	kind: 'response';
	status: number;
	/** Parsed JSON, or the text if it is not JSON; `undefined` if it is too long, or nested too deep. */
	body: unknown;
	/** From Retry-After, if one was sent. */
	retryAfterMs?: number;
	/** Address that a redirect leads to, without query; none is followed. */
	redirectsTo?: string;
};

export type NoResponse = Ended & {
	kind: 'no-response';
	/** `lost`: the request was sent, or may have been. The first four are error codes. */
	reason:
		| 'blocked-by-ssrf-protection'
		| 'certificate-not-trusted'
		| 'host-not-found'
		| 'connection-not-encrypted'
		| 'unreachable'
		| 'lost';
	/** The code of the network, such as ECONNRESET, if there is one, {@link TIME_LIMIT} or {@link EXECUTION_ENDED}. */
	networkCode?: string;
	/** A name that could not be resolved, or what n8n's SSRF protection blocked. */
	host?: string;
};

export type PlainResponse = ReceivedResponse | NoResponse;

/** The identity server rejected the refresh token, or our own check the access token. */
export type SignInFailure = Ended & {
	kind: 'sign-in-failed';
	code: ErrorCode;
	/** Ours: why. */
	detail?: string;
	/** The identity server's own words. Secrets are still in them. */
	words?: string;
};

export type ServiceResponse = PlainResponse | SignInFailure;

export function endWithResponse(
	{ party, method, url }: Asked,
	response: Pick<ReceivedResponse, 'status' | 'body' | 'retryAfterMs' | 'redirectsTo'>,
): ReceivedResponse {
	const effect = findEffect(method, response);
	return { kind: 'response', party, method, url, effect, ...response };
}

export function endWithoutResponse(
	{ party, method, url }: Asked,
	end: Pick<NoResponse, 'reason' | 'networkCode' | 'host'>,
): NoResponse {
	const effectIfSent = method === 'GET' ? 'none' : 'unknown';
	const effect = end.reason === 'lost' ? effectIfSent : 'unsent';
	return { kind: 'no-response', party, method, url, effect, ...end };
}

/** A limit of ours ended the request. */
export function endAtLimit(asked: Asked, reason: NoResponse['reason'] = 'lost'): NoResponse {
	return endWithoutResponse(asked, { reason, networkCode: TIME_LIMIT });
}

/** What may not be tried again for a while: a second webhook could be made, or a used refresh token be sent. */
export function findCooldown({ method, effect }: Ended): 'webhook' | 'refresh' | undefined {
	const { isTokenUsed, mayBeDone } = effects[effect];
	if (method === 'refresh') return isTokenUsed ? 'refresh' : undefined;
	return method === 'POST' && mayBeDone ? 'webhook' : undefined;
}

/** What a status says of the effect, such as 503 after POST: none. */
function findEffect(
	method: Asked['method'],
	{ status, retryAfterMs }: Pick<ReceivedResponse, 'status' | 'retryAfterMs'>,
): Effect {
	if (status >= 200 && status < 300) return 'done';
	// The service has no such webhook, or cannot delete webhooks: none is left to delete.
	if (method === 'DELETE' && (status === 404 || status === 405)) return 'done';
	if (method === 'GET' || !(status >= 500)) return 'none';
	// A refresh token that is sent again may look like theft: a 503 must promise that a refresh did nothing.
	const isNone =
		method === 'refresh'
			? status === 503 && retryAfterMs !== undefined
			: status === 501 || status === 503;
	return isNone ? 'none' : 'unknown';
}

/** What `error` of an OAuth response means if the sign-in cannot go on (RFC 6749, 5.2). */
export const oauthCodes: ReadonlyMap<unknown, ErrorCode> = new Map<unknown, ErrorCode>([
	['invalid_client', 'client-rejected'],
	['unauthorized_client', 'client-rejected'],
	['invalid_grant', 'credential-reconnect-needed'],
]);

/** A response to n8n's refresh is none: n8n keeps to itself what it could read. */
export function isSuccess(response: ServiceResponse): response is ReceivedResponse {
	if (response.kind !== 'response' || response.method === 'refresh') return false;
	return response.status >= 200 && response.status < 300;
}

export const MAX_SHOWN_ADDRESS = 200;

/** An address without the query, which may hold anything. */
export function dropQuery(url: unknown, base?: string): string | undefined {
	if (typeof url !== 'string' || !URL.canParse(url, base)) return undefined;
	const { protocol, host, pathname } = new URL(url, base);
	return `${protocol}//${host}${pathname}`;
}
