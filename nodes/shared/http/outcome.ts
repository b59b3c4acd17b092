import { readProperty } from '../../../core/json';
import { quoteText } from '../../../core/text';
import { addressFields, type Connection } from '../credential';
import type { ErrorCode } from '../error-catalog';
import { type FailureDetails, joinSentences, type NodeContext, throwNodeError } from '../errors';
import { hideSecrets, readServiceMessage } from './service-message';

/** Who was asked: a failure names who failed. */
type Party = 'service' | 'identity';

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
	/** `lost`: the request may have taken effect. Of all others, nothing was sent; four are error codes. */
	reason:
		| 'blocked-by-ssrf-protection'
		| 'certificate-not-trusted'
		| 'host-not-found'
		| 'connection-not-encrypted'
		| 'unreachable'
		| 'lost';
	/** The code of the network, such as ECONNRESET, if there is one, or {@link TIME_LIMIT}. */
	networkCode?: string;
	/** A name that could not be resolved, or what n8n's SSRF protection blocked. */
	host?: string;
	/** Address that was asked, without query. */
	url?: string;
};

/** A limit of ours ended the request: it may have taken effect. */
export const LOST_AT_LIMIT: NoResponse = {
	kind: 'no-response',
	reason: 'lost',
	networkCode: TIME_LIMIT,
};

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
			/** Ours: why. */
			detail?: string;
			/** The identity server's own: nothing has been taken out of it. */
			words?: string;
	  };

/** What `error` of an OAuth answer means if the sign-in cannot go on (RFC 6749, 5.2). */
export const oauthCodes: ReadonlyMap<unknown, ErrorCode> = new Map<unknown, ErrorCode>([
	['invalid_client', 'client-rejected'],
	['unauthorized_client', 'client-rejected'],
	['invalid_grant', 'credential-reconnect-needed'],
]);

/** Throws the n8n error for an outcome that is not a success. */
export function throwOutcome(
	context: NodeContext,
	outcome: ServiceOutcome,
	connection?: Connection,
	party?: Party,
): never {
	const failure = explainOutcome(outcome, connection, party);
	throwNodeError(context, failure.code, failure);
}

/** What became of a request that did not succeed: status, the other side's own words, and where to go. */
export function explainOutcome(
	outcome: ServiceOutcome,
	connection: Partial<Connection> = {},
	party: Party = 'service',
): FailureDetails & { code: ErrorCode } {
	const { webAppUrl, signIn } = connection;
	const secrets = listSecrets(connection);
	if (outcome.kind === 'sign-in-failed') {
		const { code, detail = '', words } = outcome;
		return {
			code: findSignInCode(code, connection),
			httpStatus: 401,
			detail: hideSecrets(detail, secrets) || labelWords(words, secrets, 'identity'),
		};
	}
	if (outcome.kind === 'refresh-failed') {
		const { code, detail, ...details } = explainOutcome(outcome.failure, connection, 'identity');
		const advice =
			'This refresh may have taken effect: reconnect the credential if a later call asks for it';
		return {
			...details,
			code: code === 'identity-rejected' ? 'refresh-rejected' : code,
			detail: joinSentences(
				'This happened while refreshing the token',
				detail,
				mayHaveRefreshed(outcome.failure) && advice,
			),
		};
	}
	const { apiBaseUrl, identity } = connection;
	const field = party === 'service' ? 'apiBaseUrl' : 'identityServerUrl';
	// Of a refresh, which n8n sends, the field's own.
	const url = outcome.url ?? { apiBaseUrl, ...identity }[field];
	const asked = { parameter: addressFields[field].name, address: cutAddress(url, secrets) };
	if (outcome.kind === 'no-response') {
		const explained = explainNoResponse(outcome, connection, party);
		const { reason, host } = outcome;
		const isElsewhere = host !== undefined && url !== undefined && new URL(url).hostname !== host;
		if (reason !== 'host-not-found' || !isElsewhere) return { ...asked, ...explained };
		const where = `${quoteText(host, MAX_ADDRESS_CHARACTERS)} is where ${asked.address} redirects, or the proxy of HTTP_PROXY or HTTPS_PROXY`;
		return { ...explained, detail: joinSentences(where, explained.detail) };
	}
	const { status, body } = outcome;
	const target = cutAddress(outcome.redirectsTo, secrets);
	// Only a pasted token is read from a page.
	const hasTokenPage = status === 401 && webAppUrl !== undefined && signIn === undefined;
	return {
		...((target !== undefined || status === 404) && asked),
		code: findResponseCode(outcome, connection, party),
		httpStatus: status,
		detail: joinSentences(
			labelWords(body, secrets, party),
			target && `It leads to ${target}`,
			hasTokenPage && `A new token is shown at ${webAppUrl}/token`,
		),
	};
}

/** Whether it is certain that a request has not left n8n. */
export function isUnsent(outcome: ServiceOutcome): boolean {
	return outcome.kind === 'no-response' && outcome.reason !== 'lost';
}

/** Whether the identity server was sent the refresh token, and gave no new tokens for it. */
export function isFailedRefresh(outcome: ServiceOutcome): boolean {
	if (outcome.kind === 'refresh-failed') return !isUnsent(outcome.failure);
	return outcome.kind === 'sign-in-failed' && [...oauthCodes.values()].includes(outcome.code);
}

/** The other side's own words, labelled as theirs; `''` if there are none to show. */
function labelWords(body: unknown, secrets: readonly string[], party: Party): string {
	const words = readServiceMessage(body, secrets);
	return words && `${party === 'service' ? 'Service' : 'Identity server'} response: ${words}`;
}

/**
 * Whether the identity server may have replaced a refresh token by one that n8n never received. The
 * old one must not be shown again: to an identity server with rotation that is theft.
 */
function mayHaveRefreshed(failure: ReceivedResponse | NoResponse): boolean {
	if (failure.kind === 'no-response') return failure.reason === 'lost';
	return failure.status < 300 || failure.status >= 500;
}

/** Codes of compression and of HTTP. */
const isUndecodable = /^(?:Z_|ZSTD|HPE_|ERR__)/;

function explainNoResponse(
	{ reason, networkCode, host }: NoResponse,
	{ apiBaseUrl }: Partial<Connection>,
	party: Party,
): { code: ErrorCode; detail: string } {
	const code = networkCode === undefined ? '' : ` (${networkCode})`;
	const isService = party === 'service';
	if (reason === 'lost') {
		// A server that speaks https alone ends a connection that begins otherwise.
		const isEnded = networkCode !== TIME_LIMIT && apiBaseUrl?.startsWith('http:');
		const advice = `If the server only supports https, '${addressFields.apiBaseUrl.name}' must begin with https://`;
		return {
			code: isService ? 'response-lost' : 'identity-unavailable',
			detail: joinSentences(
				isUndecodable.test(networkCode ?? '')
					? `The response could not be decoded${code}`
					: `No response arrived${code}`,
				isService && isEnded && advice,
			),
		};
	}
	if (reason === 'blocked-by-ssrf-protection') {
		return { code: reason, detail: host === undefined ? '' : `It blocked ${host}` };
	}
	const detail = `The connection failed${code}.`;
	if (reason !== 'unreachable') return { code: reason, detail };
	if (isService) return { code: 'service-unreachable', detail };
	// The texts of the other codes say so themselves.
	return { code: 'identity-unavailable', detail: `Nothing was sent${code}.` };
}

/** The identity server speaks OAuth (part 4.2 of the interface document). */
function findResponseCode(
	{ status, body, redirectsTo }: ReceivedResponse,
	connection: Partial<Connection>,
	party: Party,
): ErrorCode {
	if (status === 407) return 'proxy-sign-in-needed';
	const isRedirect = status >= 300 && status < 400;
	if (isRedirect && redirectsTo !== undefined) return 'address-redirects';
	if (party === 'service') {
		if (isRedirect) return 'response-unreadable';
		if (status === 401)
			return connection.signIn ? 'access-token-rejected' : 'pasted-token-rejected';
		if (status === 403) return 'permission-denied';
		if (status === 404) return 'not-found';
		if (status === 429) return 'too-many-requests';
		return status >= 500 ? 'service-failed' : 'request-rejected';
	}
	if (status >= 500 || status === 429) return 'identity-unavailable';
	const oauthCode = oauthCodes.get(readProperty(body, 'error'));
	if (oauthCode !== undefined) return findSignInCode(oauthCode, connection);
	if (status === 404) return 'identity-not-found';
	return status < 400 ? 'identity-response-unreadable' : 'identity-rejected';
}

/** Why the credential must be reconnected, if that is what the code says. */
function findSignInCode(code: ErrorCode, { signIn }: Partial<Connection>): ErrorCode {
	if (code !== 'credential-reconnect-needed' || signIn === undefined) return code;
	const { refreshToken, grantedScope, askedScope } = signIn;
	if (refreshToken === undefined) return 'refresh-token-missing';
	const scopes = (grantedScope ?? askedScope).split(' ');
	// Without this scope, the refresh token ended with the browser session (part 5 of the interface document).
	return scopes.includes('offline_access') ? code : 'browser-session-ended';
}

const MAX_ADDRESS_CHARACTERS = 200;

function cutAddress(address: string | undefined, secrets: readonly string[]): string | undefined {
	return address && hideSecrets(address, secrets).slice(0, MAX_ADDRESS_CHARACTERS);
}

/** Secrets that a service may repeat and that must not be shown. */
function listSecrets({ accessToken, signIn }: Partial<Connection>): string[] {
	const { clientSecret, refreshToken, idToken } = signIn ?? {};
	return [accessToken, clientSecret, refreshToken, idToken].filter(
		(secret) => secret !== undefined,
	);
}
