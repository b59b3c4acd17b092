import { isSent, readProperty } from '../../../core/json';
import type { SignIn } from '../credential';
import {
	type Asked,
	dropQuery,
	endWithoutResponse,
	endWithResponse,
	type NoResponse,
	oauthCodes,
	REFRESH,
	type ServiceResponse,
	TIME_LIMIT,
} from './response';

/** n8n's codes for a token endpoint's response. `EAUTH`: an OAuth error, whose status (400 to 499) n8n drops. */
const OAUTH_REJECTION = 'EAUTH';
const TOKEN_ENDPOINT_STATUS = 'ESTATUS';
/** All that n8n before 2.34 says of these OAuth errors, in the words of RFC 6749, 5.2. */
const OAUTH_ERROR_WORDS = {
	invalid_client: 'Client authentication failed',
	unauthorized_client: 'The client is not authorized',
};
/** All that n8n before 2.37 says of a refresh token that has expired, in an error of no code. */
const RECONNECT_ADVICE = 'needs to be reconnected';

/** For an error without a status: no response arrived, or its body was cut off. */
export function readPlainError(error: unknown, asked: Asked): NoResponse {
	const causes = listCauses(error);
	const networkCode = findNetworkCode(causes);
	const host = findText(causes, 'hostname') ?? findText(causes, 'ip');
	const [reason] = REASONS.find(([, codes]) => codes.test(networkCode ?? '')) ?? ['lost' as const];
	return endWithoutResponse(asked, { reason, networkCode, host });
}

/** For the error of a request with the access token, or of the refresh that n8n made for the request. */
export function readRequestError(
	error: unknown,
	signIn: Pick<SignIn, 'refreshToken'> | undefined,
	asked: Asked,
): ServiceResponse {
	const causes = listCauses(error);
	const oauthError = findOAuthError(causes);
	const status = findStatus(causes);
	const code =
		oauthCodes.get(oauthError) ??
		(mustReconnect(causes, signIn) ? 'credential-reconnect-needed' : undefined);
	if (code !== undefined) {
		const words = findText(causes, 'body', 'error_description');
		return { ...REFRESH, kind: 'sign-in-failed', effect: 'none', code, words };
	}
	const body = findBody(causes);
	if (isOAuthRejection(causes)) {
		// The errors of RFC 6749, 5.2 that come here have status 400; `too_many_requests` is not one of them.
		const rejected = oauthError === 'too_many_requests' ? 429 : 400;
		return endWithResponse(REFRESH, { status: rejected, body });
	}
	const failed = isOfRefresh(causes, status, asked) ? REFRESH : asked;
	if (status === undefined) return readPlainError(error, failed);
	const retryAfterMs = readRetryAfter(find(causes, 'response', 'headers', 'retry-after'));
	return endWithResponse(failed, { status, body, retryAfterMs });
}

/** Reads Retry-After, in seconds or as a date of HTTP, always UTC (RFC 9110, 5.6.7): milliseconds from now. */
export function readRetryAfter(value: unknown): number | undefined {
	if (typeof value !== 'string' || !/^\s*[\d-]|\d:\d/.test(value)) return undefined;
	// A header that was sent twice: `5, 5`.
	const seconds = Number(value.split(',')[0]);
	const date = /\s\d{4}$/.test(value) ? `${value} GMT` : value;
	const milliseconds = Number.isNaN(seconds) ? Date.parse(date) - Date.now() : seconds * 1000;
	return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}

function mustReconnect(causes: unknown[], signIn: Pick<SignIn, 'refreshToken'> | undefined) {
	const hasEnded =
		findText(causes, 'failure', 'cause') === 'credential-invalid' ||
		causes.some((cause) => String(readProperty(cause, 'message')).includes(RECONNECT_ADVICE));
	const isOfNetwork = (findStatus(causes) ?? findNetworkCode(causes)) !== undefined;
	// n8n's error for a missing refresh token has neither a status nor a network code.
	return hasEnded || (signIn?.refreshToken === undefined && !isOfNetwork);
}

/** n8n before 2.34 does not say which request failed. Ours throws on 401 alone, so any other status is of a refresh. */
function isOfRefresh(causes: unknown[], status: number | undefined, asked: Asked) {
	const url = findText(causes, 'config', 'url');
	if (url !== undefined) return dropQuery(url) !== asked.url;
	if (status === undefined) return false;
	return findText(causes, 'code') === TOKEN_ENDPOINT_STATUS || status !== 401;
}

function isOAuthRejection(causes: unknown[]): boolean {
	return [findText(causes, 'code'), findText(causes, 'httpCode')].includes(OAUTH_REJECTION);
}

function findOAuthError(causes: unknown[]): string | undefined {
	const named = findText(causes, 'body', 'error');
	if (named !== undefined || !isOAuthRejection(causes)) return named;
	const message = findText(causes, 'message') ?? '';
	return Object.entries(OAUTH_ERROR_WORDS).find(([, words]) => message.includes(words))?.[0];
}

function listCauses(error: unknown): unknown[] {
	const causes: unknown[] = [];
	for (let next = error; isSent(next) && causes.length < 6; next = readProperty(next, 'cause')) {
		causes.push(next);
	}
	return causes;
}

function find(causes: unknown[], ...names: string[]): unknown {
	const values = causes.map((cause) => names.reduce<unknown>(readProperty, cause));
	return values.find((value) => isSent(value) && value !== '');
}

function findText(causes: unknown[], ...names: string[]): string | undefined {
	const value = find(causes, ...names);
	return typeof value === 'string' ? value : undefined;
}

function findBody(causes: unknown[]): unknown {
	const places = [['response', 'data'], ['context', 'data'], ['body']];
	return places.map((names) => find(causes, ...names)).find((body) => body !== undefined) ?? '';
}

/** `httpCode` holds a status or a network code, `"401"` or `"ECONNRESET"`. HTTP clients have a number in `status`. */
function findStatus(causes: unknown[]): number | undefined {
	const httpCode = findText(causes, 'httpCode') ?? '';
	if (/^[1-5]\d\d$/.test(httpCode)) return Number(httpCode);
	const status = find(causes, 'response', 'status') ?? find(causes, 'status');
	return typeof status === 'number' ? status : undefined;
}

function findNetworkCode(causes: unknown[]): string | undefined {
	const names = causes.map((cause) => String(readProperty(cause, 'name')));
	if (names.some((name) => name.startsWith(SSRF_BLOCK))) return SSRF_BLOCK;
	const code = findText(causes, 'code') ?? findText(causes, 'httpCode');
	if (code === undefined || HTTP_CLIENT_CODES.includes(code)) return undefined;
	return TIME_LIMIT_CODES.includes(code) ? TIME_LIMIT : code;
}

/** How the names of n8n's errors begin (`SsrfBlockedIpError` …); they have no code. */
const SSRF_BLOCK = 'SsrfBlocked';

const HTTP_CLIENT_CODES = ['ERR_BAD_REQUEST', 'ERR_BAD_RESPONSE'];

/** `ERR_CANCELED`: our limit, or a user's stop. `ECONNABORTED`: n8n's limit. */
const TIME_LIMIT_CODES = ['ERR_CANCELED', 'ECONNABORTED'];

/** Codes of failures before anything was sent. Any other, such as ECONNRESET, means `lost`. */
const REASONS: ReadonlyArray<readonly [NoResponse['reason'], RegExp]> = [
	['blocked-by-ssrf-protection', new RegExp(`^${SSRF_BLOCK}$`)],
	['host-not-found', /^(?:ENOTFOUND|EAI_(?:AGAIN|NONAME|NODATA))$/],
	['unreachable', /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/],
	// The handshake comes before the request. Older versions of Node write EPROTO.
	['connection-not-encrypted', /^(?:ERR_SSL_|EPROTO$)/],
	// Codes of Node and OpenSSL, such as `CERT_HAS_EXPIRED`.
	['certificate-not-trusted', /CERT|^UNABLE_TO_VERIFY_LEAF_SIGNATURE$|^INVALID_(?:CA|PURPOSE)$/],
	['certificate-not-trusted', /^(?:PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)$/],
];
