import type { ErrorCode } from '../errors/error-catalog';

/** Who was asked: a failure names who failed. */
export type Party = 'service' | 'identity';

/** What stands in the place of the network's code if a limit of ours ended the request. */
export const TIME_LIMIT = 'time limit';

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
	/** `rejected`: nothing was sent. `lost`: the request may have taken effect. */
	reason: 'rejected' | 'lost';
	/** The code of the network, such as ECONNRESET, if there is one, or {@link TIME_LIMIT}. */
	networkCode?: string;
	/** Address that was asked, without query. */
	url?: string;
};

/** A limit of ours ended the request: it may have taken effect. */
export const LOST_AT_LIMIT: NoResponse = {
	kind: 'no-response',
	reason: 'lost',
	networkCode: TIME_LIMIT,
};

/** Codes of failures in which no answer stands for itself. */
export type SignInCode = Extract<
	ErrorCode,
	| 'credential-reconnect-needed'
	| 'client-rejected'
	| 'access-token-rejected'
	| 'token-not-trusted'
	| 'token-not-checkable'
	| 'token-from-the-future'
>;

/** What became of one request. */
export type ServiceOutcome =
	| ReceivedResponse
	| NoResponse
	| {
			/**
			 * The service rejected the access token, and the identity server did not refresh it: nothing was
			 * done at the service.
			 */
			kind: 'refresh-failed';
			failure: ReceivedResponse | NoResponse;
	  }
	| {
			/** The identity server says that the refresh token is invalid, or the access token is false. */
			kind: 'sign-in-failed';
			code: SignInCode;
			detail: string;
	  };

/**
 * Whether the identity server may have replaced a refresh token by one that n8n never received. The
 * old one must not be shown again: to an identity server with rotation that is theft.
 */
export function mayHaveRefreshed(outcome: ServiceOutcome): boolean {
	if (outcome.kind !== 'refresh-failed') return false;
	const { failure } = outcome;
	if (failure.kind === 'no-response') return failure.reason === 'lost';
	return failure.status < 300 || failure.status >= 500;
}

/** Whether the identity server was sent the refresh token, and gave no new tokens for it. */
export function isFailedRefresh(outcome: ServiceOutcome): boolean {
	if (outcome.kind === 'sign-in-failed') {
		return outcome.code === 'credential-reconnect-needed' || outcome.code === 'client-rejected';
	}
	if (outcome.kind !== 'refresh-failed') return false;
	return outcome.failure.kind === 'response' || outcome.failure.reason === 'lost';
}

/** Whether `error` of an OAuth answer says that the application itself is rejected. */
export function isClientRejection(oauthError: unknown): boolean {
	return oauthError === 'invalid_client' || oauthError === 'unauthorized_client';
}
