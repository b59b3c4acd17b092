import { readProperty } from '../../../core/json';
import { quoteText } from '../../../core/text';
import { addressFields } from '../addresses';
import type { Connection } from '../credential';
import type { ErrorCode } from '../error-catalog';
import { type FailureDetails, joinSentences, type NodeContext, throwNodeError } from '../errors';
import {
	effects,
	EXECUTION_ENDED,
	MAX_SHOWN_ADDRESS,
	type NoResponse,
	oauthCodes,
	type Party,
	type PlainResponse,
	type ReceivedResponse,
	type ServiceResponse,
	type SignInFailure,
	TIME_LIMIT,
} from './response';
import { hideSecrets, readServiceMessage } from './service-message';
import { explainStatus } from './statuses';

export type Explanation = FailureDetails & { code: ErrorCode };

/** Empty if the credential was not read. */
type Known = Partial<Connection>;

export function throwFailure(
	context: NodeContext,
	response: ServiceResponse,
	connection?: Connection,
): never {
	const failure = explainFailure(response, connection);
	throwNodeError(context, failure.code, failure);
}

/** The error to show: code, status, the other side's own words, and the field to correct. */
export function explainFailure(response: ServiceResponse, connection: Known = {}): Explanation {
	if (response.kind === 'sign-in-failed') return explainSignInFailure(response, connection);
	const failure = explainRequest(response, connection);
	return response.method === 'refresh' ? explainRefresh(response, failure) : failure;
}

function explainRequest(response: PlainResponse, connection: Known): Explanation {
	const { apiBaseUrl, identity } = connection;
	const { party } = response;
	const field = party === 'service' ? 'apiBaseUrl' : 'identityServerUrl';
	// n8n does not say where it sent a refresh: the address of the field stands for it.
	const url = response.url ?? { apiBaseUrl, ...identity }[field];
	const called = { parameter: addressFields[field].name, address: cutAddress(url, connection) };
	if (response.kind === 'response') {
		const isAddressSuspect = response.redirectsTo !== undefined || response.status === 404;
		return { ...(isAddressSuspect && called), ...explainResponse(response, connection) };
	}
	if (response.networkCode === EXECUTION_ENDED) return { code: 'execution-ended' };
	const failure = explainNoResponse(response, connection);
	const { reason, host } = response;
	const isOtherHost = host !== undefined && url !== undefined && new URL(url).hostname !== host;
	if (reason !== 'host-not-found' || !isOtherHost) return { ...called, ...failure };
	const where = `${quoteText(host, MAX_SHOWN_ADDRESS)} is where ${called.address} redirects, or the proxy of HTTP_PROXY or HTTPS_PROXY`;
	return { ...failure, detail: joinSentences(where, failure.detail) };
}

function explainSignInFailure(
	{ code, detail = '', words }: SignInFailure,
	connection: Known,
): Explanation {
	const shown = hideSecrets(detail, listSecrets(connection));
	return {
		code: findSignInCode(code, connection),
		httpStatus: 401,
		detail: shown || labelWords(words, connection, 'identity'),
	};
}

function explainRefresh(
	{ effect }: PlainResponse,
	{ code, detail, ...details }: Explanation,
): Explanation {
	// With rotation, sending the old refresh token again looks like theft.
	const advice =
		'This refresh may have taken effect: reconnect the credential if a later call asks for it';
	return {
		...details,
		code: code === 'identity-rejected' ? 'refresh-rejected' : code,
		detail: joinSentences(
			'This happened while refreshing the token',
			detail,
			effects[effect].mayBeDone && advice,
		),
	};
}

function explainResponse(response: ReceivedResponse, connection: Known): Explanation {
	const { party, status, body, redirectsTo } = response;
	const { webAppUrl, signIn } = connection;
	// Without a sign-in the token was copied from the page of tokens.
	const hasTokenPage = status === 401 && webAppUrl !== undefined && signIn === undefined;
	return {
		code: findCode(response, connection),
		httpStatus: status,
		detail: joinSentences(
			labelWords(body, connection, party),
			redirectsTo && `It leads to ${cutAddress(redirectsTo, connection)}`,
			hasTokenPage && `A new token is shown at ${webAppUrl}/token`,
		),
	};
}

function findCode(response: ReceivedResponse, connection: Known): ErrorCode {
	const { party, status, body, redirectsTo } = response;
	if (redirectsTo !== undefined && status >= 300 && status < 400) return 'address-redirects';
	const code = explainStatus(status)[party];
	if (code === 'access-token-rejected' && !connection.signIn) return 'pasted-token-rejected';
	const saysAll = code === 'identity-unavailable' || code === 'proxy-sign-in-needed';
	if (party === 'service' || saysAll) return code;
	// The identity server speaks OAuth (part 4.2 of the interface document).
	const oauthCode = oauthCodes.get(readProperty(body, 'error'));
	return oauthCode === undefined ? code : findSignInCode(oauthCode, connection);
}

/** Replaces `credential-reconnect-needed` by the code of its reason, if the reason is known. */
function findSignInCode(code: ErrorCode, { signIn }: Known): ErrorCode {
	if (code !== 'credential-reconnect-needed' || signIn === undefined) return code;
	const { refreshToken, grantedScope, askedScope } = signIn;
	if (refreshToken === undefined) return 'refresh-token-missing';
	const scopes = (grantedScope ?? askedScope).split(' ');
	// Without this scope, the refresh token ended with the browser session (part 5 of the interface document).
	return scopes.includes('offline_access') ? code : 'browser-session-ended';
}

const UNDECODABLE = /^(?:Z_|ZSTD|HPE_|ERR__)/;

function explainNoResponse(
	{ party, reason, networkCode = '', host }: NoResponse,
	{ apiBaseUrl }: Known,
): Explanation {
	const code = networkCode && ` (${networkCode})`;
	const isService = party === 'service';
	if (reason === 'lost') {
		// A server that only speaks https ends a connection that begins unencrypted.
		const isHttp = isService && networkCode !== TIME_LIMIT && apiBaseUrl?.startsWith('http:');
		const advice = `If the server only supports https, '${addressFields.apiBaseUrl.name}' must begin with https://`;
		const problem = UNDECODABLE.test(networkCode)
			? 'The response could not be decoded'
			: 'No response arrived';
		return {
			code: isService ? 'response-lost' : 'identity-unavailable',
			detail: joinSentences(`${problem}${code}`, isHttp && advice),
		};
	}
	if (reason === 'blocked-by-ssrf-protection') {
		return { code: reason, detail: host === undefined ? '' : `It blocked ${host}` };
	}
	const detail = `The connection failed${code}.`;
	if (reason !== 'unreachable') return { code: reason, detail };
	return { code: isService ? 'service-unreachable' : 'identity-unavailable', detail };
}

/** The other side's own words, labelled as theirs; `''` if there are none to show. */
function labelWords(body: unknown, connection: Known, party: Party): string {
	const words = readServiceMessage(body, listSecrets(connection));
	return words && `${party === 'service' ? 'Service' : 'Identity server'} response: ${words}`;
}

function cutAddress(address: string | undefined, connection: Known) {
	return address && hideSecrets(address, listSecrets(connection)).slice(0, MAX_SHOWN_ADDRESS);
}

function listSecrets({ accessToken, signIn }: Known): string[] {
	const { clientSecret, refreshToken, idToken } = signIn ?? {};
	return [accessToken, clientSecret, refreshToken, idToken].filter(
		(secret) => secret !== undefined,
	);
}
