import type { ErrorCode } from '../error-catalog';

/** Our own code, in place of the network's, if a limit of ours ended the request. */
export const TIME_LIMIT = 'time limit';

/** The same if n8n ended the execution meanwhile. */
export const EXECUTION_ENDED = 'execution ended';

export type ReceivedResponse = {
	kind: 'response';
	status: number;
	/** Parsed JSON, or the text if it is not JSON; `undefined` if it is too long, or nested too deep. */
	body: unknown;
	/** From Retry-After, if one was sent. */
	retryAfterMs?: number;
	/** Address that a redirect leads to, without query; none is followed. */
	redirectsTo?: string;
	/** Address that was asked, without query. */
	url?: string;
};

export type NoResponse = {
	kind: 'no-response';
	/** `lost`: the request may have taken effect. For all others nothing was sent; the first four are error codes. */
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
	/** Address that was asked, without query. */
	url?: string;
};

export type PlainResponse = ReceivedResponse | NoResponse;

/** The identity server says that the refresh token is invalid, or the access token is false. */
export type SignInFailure = {
	kind: 'sign-in-failed';
	code: ErrorCode;
	/** Ours: why. */
	detail?: string;
	/** The identity server's own words. Secrets are still in them. */
	words?: string;
};

/** The identity server did not refresh a token that the service rejected: nothing was done there. */
type RefreshFailure = { kind: 'refresh-failed'; failure: PlainResponse };

export type ServiceResponse = PlainResponse | RefreshFailure | SignInFailure;

/** A limit of ours ended the request: it may have taken effect. */
export const LOST_AT_LIMIT: NoResponse = {
	kind: 'no-response',
	reason: 'lost',
	networkCode: TIME_LIMIT,
};

/** The response, or that the execution ended: whatever failed then, failed by that. */
export function nameEnd<Response extends ServiceResponse | undefined>(
	response: Response,
	{ getEnd }: { getEnd: () => string | undefined },
): Response {
	if (response === undefined || getEnd() !== 'execution') return response;
	if (response.kind === 'no-response') return { ...response, networkCode: EXECUTION_ENDED };
	if (response.kind !== 'refresh-failed') return response;
	return { ...response, failure: nameEnd(response.failure, { getEnd }) };
}

/** What `error` of an OAuth response means if the sign-in cannot go on (RFC 6749, 5.2). */
export const oauthCodes: ReadonlyMap<unknown, ErrorCode> = new Map<unknown, ErrorCode>([
	['invalid_client', 'client-rejected'],
	['unauthorized_client', 'client-rejected'],
	['invalid_grant', 'credential-reconnect-needed'],
]);

export function isSuccess(response: ServiceResponse): response is ReceivedResponse {
	return response.kind === 'response' && response.status >= 200 && response.status < 300;
}

export function isUnsent(response: ServiceResponse): boolean {
	return response.kind === 'no-response' && response.reason !== 'lost';
}

/** Whether the identity server was sent the refresh token, and gave no new tokens for it. */
export function isFailedRefresh(response: ServiceResponse): boolean {
	if (response.kind === 'refresh-failed') return !isUnsent(response.failure);
	return response.kind === 'sign-in-failed' && [...oauthCodes.values()].includes(response.code);
}
