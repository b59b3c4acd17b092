import { parseOAuthError, type SignIn } from '../../../core';
import type { Connection } from '../credential/connection';
import type { ErrorCode } from '../errors/error-catalog';
import { readNetworkCode } from './network-failure';
import {
	isClientRejection,
	type ReceivedResponse,
	type NoResponse,
	type Party,
	type ServiceOutcome,
	type SignInCode,
} from './service-outcome';

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

function findNoResponseCode({ reason, networkCode }: NoResponse, party: Party): ErrorCode {
	const failure = readNetworkCode(networkCode);
	if (failure === 'certificate') return 'certificate-not-trusted';
	if (failure === 'host') return 'host-not-found';
	if (failure === 'tls') return 'connection-not-encrypted';
	if (party === 'identity') return 'identity-unavailable';
	return reason === 'rejected' ? 'service-unreachable' : 'response-lost';
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

/** The identity server speaks OAuth (part 4.2 of the interface document). */
function findIdentityCode(
	{ status, body }: ReceivedResponse,
	connection: Connection | undefined,
): ErrorCode {
	if (status >= 500 || status === 429) return 'identity-unavailable';
	const { error: oauthError } = parseOAuthError(body);
	if (isClientRejection(oauthError)) return 'client-rejected';
	if (oauthError === 'invalid_grant')
		return findSignInCode('credential-reconnect-needed', connection);
	if (status === 404) return 'identity-not-found';
	return status < 300 ? 'identity-response-unreadable' : 'identity-rejected';
}

function findSignInCode(code: SignInCode, connection: Connection | undefined): ErrorCode {
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
