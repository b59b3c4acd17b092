import type { SignIn } from '../credential';
import { readProperty } from '../../../core/json';
import { isClientRejection, type NoResponse, type ServiceOutcome, TIME_LIMIT } from './outcome';
import { readServiceMessage } from './service-message';

/**
 * n8n's own codes of what the token endpoint answered; it has no code of the network then. The first
 * means a status from 400 to 499, which n8n drops, with an OAuth error in the body.
 */
const OAUTH_REJECTION = 'EAUTH';
const TOKEN_ENDPOINT_STATUS = 'ESTATUS';
/** All that n8n 2.20 says of an OAuth error, in the words of RFC 6749, 5.2. */
const OAUTH_ERROR_WORDS = {
	invalid_client: 'Client authentication failed',
	invalid_grant: 'refresh token is invalid, expired, revoked',
	unauthorized_client: 'The client is not authorized',
};
/** All that n8n 2.27 to 2.36 says of a refresh token that has expired, in an error of no code. */
const RECONNECT_ADVICE = 'needs to be reconnected';
const HTTP_CLIENT_CODES = ['ERR_BAD_REQUEST', 'ERR_BAD_RESPONSE'];

/** Our own limits, and a user who stops the execution, cancel a request; n8n aborts it at its limit. */
const TIME_LIMIT_CODES = ['ERR_CANCELED', 'ECONNABORTED'];

/** Outcome of an error of a request without authentication, for which every status is a response. */
export function readPlainFailure(error: unknown): NoResponse {
	return toNoResponse(listCauses(error));
}

/**
 * What an error thrown by n8n's authenticated request means. n8n wraps the same failure differently
 * from version to version, so the causes are searched for what they all keep.
 * @param sentUrl address of the request; without one n8n was asked for a refresh alone
 */
export function readRequestFailure(
	error: unknown,
	signIn: Pick<SignIn, 'refreshToken'> | undefined,
	sentUrl?: string,
): ServiceOutcome {
	const causes = listCauses(error);
	const signInFailure = readSignInFailure(causes, signIn?.refreshToken !== undefined);
	if (signInFailure !== undefined) return signInFailure;
	const status = findStatus(causes);
	const failure =
		status === undefined
			? toNoResponse(causes)
			: ({
					kind: 'response',
					status,
					body: findBody(causes),
					retryAfterMs: readRetryAfter(find(causes, 'response', 'headers', 'retry-after')),
				} as const);
	return isOfRefresh(causes, status, sentUrl) ? { kind: 'refresh-failed', failure } : failure;
}

/** Reads the header Retry-After, in seconds or as a date: milliseconds from now. */
export function readRetryAfter(value: unknown): number | undefined {
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	const seconds = Number(value);
	const milliseconds = Number.isFinite(seconds)
		? seconds * 1000
		: new Date(value).getTime() - Date.now();
	return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}

/**
 * Whether n8n's refresh failed, and not the request: the error names the token endpoint's address, or has
 * a code that only n8n's OAuth client gives. n8n before 2.34 does not say whom a status is from. The
 * request itself throws on 401 alone, so any other is the token endpoint's.
 */
function isOfRefresh(
	causes: unknown[],
	status: number | undefined,
	sentUrl: string | undefined,
): boolean {
	if (sentUrl === undefined) return true;
	const url = findText(causes, 'config', 'url');
	if (url !== undefined) return url !== sentUrl;
	if (status === undefined) return false;
	return findText(causes, 'code') === TOKEN_ENDPOINT_STATUS || status !== 401;
}

/** The identity server rejected the refresh in the words of OAuth, or there was nothing to refresh with. */
function readSignInFailure(
	causes: unknown[],
	hasRefreshToken: boolean,
): ServiceOutcome | undefined {
	const isOAuthError = [findText(causes, 'code'), findText(causes, 'httpCode')].includes(
		OAUTH_REJECTION,
	);
	const oauthError =
		findText(causes, 'body', 'error') ??
		(isOAuthError ? findOAuthError(findText(causes, 'message')) : undefined);
	const words = readServiceMessage(findText(causes, 'body', 'error_description'));
	const detail = words && `Identity server response: ${words}`;
	if (isClientRejection(oauthError)) {
		return { kind: 'sign-in-failed', code: 'client-rejected', detail };
	}
	const hasEnded =
		oauthError === 'invalid_grant' ||
		findText(causes, 'failure', 'cause') === 'credential-invalid' ||
		causes.some((cause) => String(readProperty(cause, 'message')).includes(RECONNECT_ADVICE));
	// n8n throws an error that says so in its message alone.
	const hasNothingToRefreshWith =
		!hasRefreshToken && findStatus(causes) === undefined && findNetworkCode(causes) === undefined;
	if (hasEnded || hasNothingToRefreshWith) {
		return { kind: 'sign-in-failed', code: 'credential-reconnect-needed', detail };
	}
	if (!isOAuthError) return undefined;
	// RFC 6749, 5.2 knows 400 alone; this word stands for another status.
	const status = oauthError === 'too_many_requests' ? 429 : 400;
	return { kind: 'refresh-failed', failure: { kind: 'response', status, body: findBody(causes) } };
}

/** The OAuth error that n8n puts in these words. */
function findOAuthError(message = ''): string | undefined {
	return Object.entries(OAUTH_ERROR_WORDS).find(([, words]) => message.includes(words))?.[0];
}

function toNoResponse(causes: unknown[]): NoResponse {
	const networkCode = findNetworkCode(causes);
	return { kind: 'no-response', reason: readReason(networkCode), networkCode };
}

/** The error and what caused it, outermost first. */
function listCauses(error: unknown): unknown[] {
	const causes: unknown[] = [];
	let current = error;
	while (current !== undefined && current !== null && causes.length < 6) {
		causes.push(current);
		current = readProperty(current, 'cause');
	}
	return causes;
}

function find(causes: unknown[], ...names: string[]): unknown {
	for (const cause of causes) {
		const value = names.reduce<unknown>(readProperty, cause);
		if (value !== undefined && value !== null && value !== '') return value;
	}
	return undefined;
}

function findText(causes: unknown[], ...names: string[]): string | undefined {
	const value = find(causes, ...names);
	return typeof value === 'string' ? value : undefined;
}

function findBody(causes: unknown[]): unknown {
	return (
		find(causes, 'response', 'data') ??
		find(causes, 'context', 'data') ??
		find(causes, 'body') ??
		''
	);
}

/** n8n writes the code of the network into `httpCode` if there is no status, and its clients a number. */
function findStatus(causes: unknown[]): number | undefined {
	const httpCode = findText(causes, 'httpCode') ?? '';
	if (/^[1-5]\d\d$/.test(httpCode)) return Number(httpCode);
	const status = find(causes, 'response', 'status') ?? find(causes, 'status');
	return typeof status === 'number' ? status : undefined;
}

function findNetworkCode(causes: unknown[]): string | undefined {
	const code = findText(causes, 'code') ?? findText(causes, 'httpCode');
	if (code === undefined || HTTP_CLIENT_CODES.includes(code)) return undefined;
	return TIME_LIMIT_CODES.includes(code) ? TIME_LIMIT : code;
}

const HOST_CODES = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME', 'EAI_NODATA'];

const UNREACHABLE_CODES = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'];

/** Codes of OpenSSL's verification, as Node writes them, and of Node's comparison of names. */
const CERTIFICATE_CODES = [
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'INVALID_CA',
	'INVALID_PURPOSE',
	'PATH_LENGTH_EXCEEDED',
	'HOSTNAME_MISMATCH',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'ERR_TLS_CERT_ALTNAME_FORMAT',
];

/** Reads a code of the network, of a certificate or of TLS. A code that is not known may mean `lost`. */
function readReason(code: string | undefined): NoResponse['reason'] {
	if (code === undefined) return 'lost';
	if (HOST_CODES.includes(code)) return 'host-not-found';
	if (UNREACHABLE_CODES.includes(code)) return 'unreachable';
	if (CERTIFICATE_CODES.includes(code) || code.startsWith('CERT_'))
		return 'certificate-not-trusted';
	// The handshake comes before the request. EPROTO is how older versions of Node write it.
	if (code.startsWith('ERR_SSL_') || code === 'EPROTO') return 'connection-not-encrypted';
	return 'lost';
}
