import { parseOAuthError } from '../../../core';
import type { Connection } from '../credential/connection';
import type { ErrorCode } from '../errors/error-catalogue';
import { hideSecrets } from './hide-secrets';
import { readServiceMessage } from './service-message';

/** Codes of failures in which no answer of the service stands for itself. */
type SignInCode = Extract<
	ErrorCode,
	'sign-in-expired' | 'client-refused' | 'sign-in-refused' | 'token-not-trusted'
>;

/** What became of one request to the service. */
export type ServiceOutcome =
	| {
			kind: 'answer';
			status: number;
			/** Parsed JSON, or the text where it is not JSON. */
			body: unknown;
			/** From Retry-After, where the service sent one. */
			retryAfterMs?: number;
	  }
	| {
			kind: 'no-answer';
			/** `refused`: nothing was sent. `lost`: the request may have taken effect. */
			reason: 'refused' | 'lost';
	  }
	| {
			/** The request was answered 401 and n8n could not renew the sign-in, or its token is false. */
			kind: 'sign-in-failed';
			code: SignInCode;
			detail: string;
	  };

/** The catalogue's code for an outcome that is not a success. */
export function findOutcomeCode(outcome: ServiceOutcome, connection?: Connection): ErrorCode {
	if (outcome.kind === 'sign-in-failed') return findSignInCode(outcome.code, connection);
	if (outcome.kind === 'no-answer') {
		return outcome.reason === 'refused' ? 'service-unreachable' : 'answer-lost';
	}
	if (outcome.status === 401) return findSignInCode('sign-in-refused', connection);
	if (outcome.status === 403) return 'permission-denied';
	if (outcome.status === 404) return 'not-found';
	if (outcome.status === 429) return 'too-many-requests';
	if (outcome.status >= 500) return 'service-failed';
	return 'request-refused';
}

/** The same for a request to the identity server itself, which speaks OAuth (part 4.2). */
export function findIdentityOutcomeCode(
	outcome: ServiceOutcome,
	connection?: Connection,
): ErrorCode {
	if (outcome.kind !== 'answer') return findOutcomeCode(outcome, connection);
	const { error: oauthError } = parseOAuthError(outcome.body);
	if (oauthError === 'invalid_client' || oauthError === 'unauthorized_client') {
		return 'client-refused';
	}
	if (oauthError === 'invalid_grant') return findSignInCode('sign-in-expired', connection);
	if (outcome.status === 404) return 'identity-not-found';
	return findOutcomeCode(outcome, connection);
}

/** Status, the service's own words, and where to go, for the error that is shown. */
export function describeOutcome(
	outcome: ServiceOutcome,
	connection?: Connection,
): { httpStatus?: number; detail?: string } {
	const secrets = listSecrets(connection);
	if (outcome.kind === 'answer') {
		const detail = readServiceMessage(outcome.body, secrets);
		return { httpStatus: outcome.status, detail };
	}
	if (outcome.kind === 'no-answer') return {};
	const tokenPage =
		isPasted(connection) && connection?.appUrl !== undefined
			? `A new token is shown at ${connection.appUrl}/token`
			: '';
	return {
		httpStatus: 401,
		detail: [hideSecrets(outcome.detail, secrets), tokenPage].filter(Boolean).join('. '),
	};
}

function isPasted(connection: Connection | undefined): boolean {
	return connection !== undefined && connection.signIn === undefined;
}

/** Whether the refresh token ended with the browser session (part 5 of the interface document). */
function endsWithBrowser(connection: Connection | undefined): boolean {
	const scope = connection?.signIn?.grantedScope ?? connection?.signIn?.askedScope;
	return scope !== undefined && !scope.split(' ').includes('offline_access');
}

function findSignInCode(code: SignInCode, connection: Connection | undefined): ErrorCode {
	if (code === 'sign-in-refused' && isPasted(connection)) return 'pasted-token-refused';
	if (code === 'sign-in-expired' && endsWithBrowser(connection)) {
		return 'sign-in-ended-with-browser';
	}
	return code;
}

/** What a service may repeat and must not be shown. */
function listSecrets(connection: Connection | undefined): string[] {
	const { accessToken, signIn } = connection ?? {};
	const { clientSecret, refreshToken, idToken } = signIn ?? {};
	return [accessToken, clientSecret, refreshToken, idToken].filter(
		(secret) => secret !== undefined,
	);
}
