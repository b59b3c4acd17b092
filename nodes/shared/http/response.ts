import type { ErrorCode } from '../error-catalog';

/** A code of our own: a time limit cut the request off. At the end of the execution: {@link EXECUTION_ENDED}. */
export const TIME_LIMIT = 'time limit';

/** A code of our own, in place of any other: the execution was ended before a response arrived. */
export const EXECUTION_ENDED = 'execution ended';

export type Party = 'service' | 'identity';

/** The request that ended. A refresh is a request of n8n's own, whose address n8n does not tell. */
export type Asked = {
	party: Party;
	method: 'GET' | 'POST' | 'DELETE' | 'refresh';
	/** Without query. */
	url?: string;
};

export const REFRESH: Asked = { party: 'identity', method: 'refresh' };

/** What follows from the effect of a request. `isTokenUsed`: a refresh has sent its refresh token. */
export const effects = {
	unsent: { isTokenUsed: false, mayBeDone: false },
	/** Such as a POST with the response 503. */
	none: { isTokenUsed: true, mayBeDone: false },
	done: { isTokenUsed: true, mayBeDone: true },
	/** Such as a POST without response. */
	unknown: { isTokenUsed: true, mayBeDone: true },
};

type Effect = keyof typeof effects;

export type Ended = Asked & { effect: Effect };

export type ReceivedResponse = Ended & {
	kind: 'response';
	status: number;
	/** Parsed JSON, or the text if it is not JSON; `undefined` if too long, nested too deep, or cut off. */
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
	/** {@link TIME_LIMIT}, {@link EXECUTION_ENDED}, or a code of the network, such as ECONNRESET. */
	networkCode?: string;
	/** The name that could not be resolved, or the host that n8n's SSRF protection blocked. */
	host?: string;
};

export type PlainResponse = ReceivedResponse | NoResponse;

/** A refresh was refused or impossible, or our own check rejected the access token. */
export type SignInFailure = Ended & {
	kind: 'sign-in-failed';
	code: ErrorCode;
	detail?: string;
	/** Of the identity server, with secrets still in them. */
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

export function endAtLimit(asked: Asked, reason: NoResponse['reason'] = 'lost'): NoResponse {
	return endWithoutResponse(asked, { reason, networkCode: TIME_LIMIT });
}

function findEffect(
	method: Asked['method'],
	{ status, retryAfterMs }: Pick<ReceivedResponse, 'status' | 'retryAfterMs'>,
): Effect {
	if (status >= 200 && status < 300) return 'done';
	// The service has no such webhook, or cannot delete webhooks: nothing is left to do.
	if (method === 'DELETE' && (status === 404 || status === 405)) return 'done';
	if (method === 'POST' && isProcessedElsewhere(status)) return 'unknown';
	if (method === 'GET' || !(status >= 500)) return 'none';
	// A refresh token sent twice may look like theft: only 503 with Retry-After shows that nothing happened.
	const isNone =
		method === 'refresh'
			? status === 503 && retryAfterMs !== undefined
			: status === 501 || status === 503;
	return isNone ? 'none' : 'unknown';
}

/** A redirect to what a request has done. After 307 and 308 the same request is still to be sent. */
function isProcessedElsewhere(status: number): boolean {
	return status >= 300 && status < 400 && status !== 307 && status !== 308;
}

/** Values of `error` in an OAuth response that the user must act on (RFC 6749, 5.2). */
export const oauthCodes: ReadonlyMap<unknown, ErrorCode> = new Map<unknown, ErrorCode>([
	['invalid_client', 'client-rejected'],
	['unauthorized_client', 'client-rejected'],
	['invalid_grant', 'credential-reconnect-needed'],
]);

/** A response to n8n's refresh is a failure: n8n keeps every success of a refresh to itself. */
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
