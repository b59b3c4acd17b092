import type { Connection, SignIn } from '../credential';
import type { ErrorCode } from '../error-catalog';
import { readProperty } from '../../../core/json';

/** Who was asked: a failure names who failed. */
export type Party = 'service' | 'identity';

/** Stands in the place of the network's code if a limit of ours ended the request. */
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
	/** `lost`: the request may have taken effect. Of all others, nothing was sent. */
	reason: 'certificate' | 'host' | 'tls' | 'unreachable' | 'lost';
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

/** Outcome of one request. */
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
			code: ErrorCode;
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

/** Whether `error` of an OAuth answer says that the application itself is rejected. */
export function isClientRejection(oauthError: unknown): boolean {
	return oauthError === 'invalid_client' || oauthError === 'unauthorized_client';
}

/** The catalog's code for an outcome that is not a success. */
export function findOutcomeCode(
	outcome: ServiceOutcome,
	connection?: Connection,
	party: Party = 'service',
): ErrorCode {
	if (outcome.kind === 'sign-in-failed') return findSignInCode(outcome.code, connection);
	if (outcome.kind === 'refresh-failed') {
		const code = findOutcomeCode(outcome.failure, connection, 'identity');
		return code === 'identity-rejected' ? 'refresh-rejected' : code;
	}
	if (outcome.kind === 'no-response') return findNoResponseCode(outcome, party);
	if (outcome.status >= 300 && outcome.status < 400) return 'address-redirects';
	return party === 'service'
		? findServiceCode(outcome, connection)
		: findIdentityCode(outcome, connection);
}

function findNoResponseCode({ reason }: NoResponse, party: Party): ErrorCode {
	if (reason === 'certificate') return 'certificate-not-trusted';
	if (reason === 'host') return 'host-not-found';
	if (reason === 'tls') return 'connection-not-encrypted';
	if (party === 'identity') return 'identity-unavailable';
	return reason === 'unreachable' ? 'service-unreachable' : 'response-lost';
}

function findServiceCode(
	{ status }: ReceivedResponse,
	connection: Connection | undefined,
): ErrorCode {
	if (status === 401) return findSignInCode('access-token-rejected', connection);
	if (status === 403) return 'permission-denied';
	if (status === 404) return 'not-found';
	if (status === 429) return 'too-many-requests';
	return status >= 500 ? 'service-failed' : 'request-rejected';
}

/** The identity server speaks OAuth (part 4.2 of the interface document; RFC 6749, 5.2). */
function findIdentityCode(
	{ status, body }: ReceivedResponse,
	connection: Connection | undefined,
): ErrorCode {
	if (status >= 500 || status === 429) return 'identity-unavailable';
	const oauthError = readProperty(body, 'error');
	if (isClientRejection(oauthError)) return 'client-rejected';
	if (oauthError === 'invalid_grant')
		return findSignInCode('credential-reconnect-needed', connection);
	if (status === 404) return 'identity-not-found';
	return status < 300 ? 'identity-response-unreadable' : 'identity-rejected';
}

function findSignInCode(code: ErrorCode, connection: Connection | undefined): ErrorCode {
	if (connection === undefined) return code;
	const { signIn } = connection;
	if (signIn === undefined)
		return code === 'access-token-rejected' ? 'pasted-token-rejected' : code;
	if (code !== 'credential-reconnect-needed') return code;
	if (signIn.refreshToken === undefined) return 'refresh-token-missing';
	return endsWithBrowser(signIn) ? 'browser-session-ended' : code;
}

/** Whether the refresh token ended with the browser session (part 5 of the interface document). */
function endsWithBrowser({ grantedScope, askedScope }: SignIn): boolean {
	return !(grantedScope ?? askedScope).split(' ').includes('offline_access');
}
