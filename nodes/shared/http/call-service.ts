import { type IDataObject, sleep } from 'n8n-workflow';
import { isObject, repairTexts } from '../../../core/json';
import { BoundedMap, createThrottle, hashData } from '../../../core/memory';
import type { TokenErrorCode, TokenFailure } from '../../../core/token/error-codes';
import { isRefreshDue } from '../../../core/token/sign-in-lifetime';
import { verifyJwt } from '../../../core/token/verify-token';
import type { IdentityServer } from '../addresses';
import { type Connection, findRefreshTokenLifetime, readConnection } from '../credential';
import type { ErrorCode } from '../error-catalog';
import { joinSentences, type NodeContext, throwNodeError } from '../errors';
import { log } from '../log';
import { throwFailure } from './failure';
import { useIdentityKeys } from './identity-keys';
import { readRequestError } from './n8n-error';
import { REFRESH, type ServiceResponse, type SignInFailure } from './response';
import { findSignInKey, findWait, startWait } from './retry';
import {
	endAtDeadline,
	type HttpRequest,
	type RetryLimits,
	sendAuthenticated,
	sendWithRetries,
	startDeadline,
} from './transport';

/** Sends an authenticated request, again if that is safe. Throws only if the credential cannot be read. */
export async function requestService(
	context: NodeContext,
	connection: Connection,
	request: HttpRequest,
): Promise<ServiceResponse> {
	const rejection = await checkAccessToken(context, connection, 'This request was not sent');
	if (rejection !== undefined) return rejection;
	const send = async () => await sendAuthenticated(context, connection, request);
	const response = await sendWithToken(context, connection, request, send);
	// A request that had an effect must keep its response. The next call checks a new token.
	if (request.method !== 'GET' || !connection.signIn?.verifyTokens) return response;
	// If n8n refreshed the token inside the call, the new one is checked as well.
	const present = await readConnection(context);
	if (present.accessToken === connection.accessToken) return response;
	return (await checkAccessToken(context, present, SENT_BY_N8N)) ?? response;
}

/** GET /api/Users/me: the signed-in user, with fields that are not documented (2.10). */
export async function requestUser(
	context: NodeContext,
	connection: Connection,
	limits: Pick<HttpRequest, 'timeoutMs' | keyof RetryLimits> = {},
): Promise<ServiceResponse> {
	const url = `${connection.apiBaseUrl}/api/Users/me`;
	return await requestService(context, connection, { method: 'GET', url, ...limits });
}

const SENT_BY_N8N = 'n8n refreshed the token within this request, and has sent the new one';

/** Refreshes if due ({@link isRefreshDue}), or `always`. Throws without a refresh token, and if the refresh fails. */
export async function refreshIfDue(context: NodeContext, connection: Connection, always = false) {
	const lifetime = findRefreshTokenLifetime(connection);
	if (lifetime === undefined) throwNodeError(context, 'oauth2-only');
	if (!connection.signIn?.refreshToken) throwNodeError(context, 'refresh-token-missing');
	if (!always && !isRefreshDue(lifetime, Date.now())) return { refreshed: false, connection };
	const failure = await refreshTokens(context, connection);
	if (failure !== undefined) throwFailure(context, failure, connection);
	return { refreshed: true, connection: await readConnection(context) };
}

/** Has n8n refresh the token. `undefined`: the credential has new tokens. Never throws. */
export async function refreshTokens(context: NodeContext, connection: Connection) {
	const refresh = async (): Promise<ServiceResponse | undefined> => {
		try {
			await context.helpers.refreshOAuth2Token.call(context, connection.credentialKind);
			return undefined;
		} catch (error) {
			return readRequestError(error, connection.signIn, REFRESH);
		}
	};
	return await sendWithToken(context, connection, { maxTries: 2 }, async () => {
		return await endAtDeadline(refresh(), startDeadline(context), REFRESH);
	});
}

/** The JSON object of a response, with its texts repaired; throws for any other body. */
export function requireObject(
	context: NodeContext,
	body: unknown,
	code: ErrorCode = 'response-unreadable',
): IDataObject {
	if (!isDataObject(body)) throwNodeError(context, code);
	return repairTexts(body);
}

export function isDataObject(value: unknown): value is IDataObject {
	return isObject(value);
}

/** After a failed refresh that may have used up its token, each call of this run gets the same failure, unsent. */
async function sendWithToken<Response extends ServiceResponse | undefined>(
	context: NodeContext,
	connection: Connection,
	limits: RetryLimits,
	send: () => Promise<Response>,
): Promise<Response | ServiceResponse> {
	const key = findSignInKey(connection);
	const earlier = findWait(context, key);
	if (earlier !== undefined) return earlier.response;
	const response = await sendWithRetries(limits, send);
	if (response?.method === 'refresh') startWait(context, key, { response, connection });
	return response;
}

/** Once a minute at most for each identity server. */
const warningThrottle = createThrottle(60_000);

/**
 * Checks an access token before its first use in this process (part 5, item 11 of the interface document); n8n does
 * not. `undefined`: the token may be sent, also if it is not to be checked or the check is inconclusive.
 */
async function checkAccessToken(
	context: NodeContext,
	{ accessToken, identity, signIn }: Connection,
	consequence: string,
): Promise<SignInFailure | undefined> {
	if (!signIn?.verifyTokens || identity === undefined) return undefined;
	const failure = await checkOnce(context, identity, 'access', accessToken);
	if (failure !== undefined && !isInconclusive(failure)) {
		const detail = joinSentences(consequence, `Reason: ${failure.message}`);
		const code = findRejection(failure.code);
		return { ...REFRESH, kind: 'sign-in-failed', effect: 'unsent', code, detail };
	}
	const isUnverified = failure !== undefined && failure.code !== 'expired';
	if (isUnverified && warningThrottle.start(identity.identityServerUrl, Date.now()) !== null) {
		const text = `the access token could not be verified yet (${failure.code}). A later call checks it again.`;
		log(context, 'warn', text);
	}
	const { idToken, clientId } = signIn;
	const flaw = idToken && (await checkOnce(context, identity, 'id', idToken, clientId));
	// No request carries an ID token, so an invalid one is only logged.
	if (flaw && !isInconclusive(flaw)) {
		const text = `the ID token of the credential failed the check (${flaw.code}). ${flaw.message} It is used for nothing else; Identity → Verify Token shows it.`;
		log(context, 'warn', text);
	}
	return undefined;
}

function findRejection(code: TokenErrorCode): ErrorCode {
	if (code === 'issuer-mismatch' || code === 'signature-invalid') return 'token-not-trusted';
	if (code === 'not-yet-valid' || code === 'issued-in-future') return 'token-from-the-future';
	return 'token-not-checkable';
}

/** How long a call waits for keys. After that, the token is sent unchecked, and a later call checks it. */
const KEYS_WAIT_MS = 1_000;

/** Hashes of tokens that need no further check. */
const checkedHashes = new BoundedMap<true>();

/** Why a token is invalid; `undefined` if valid, or not checked again. An invalid access token is checked each time. */
async function checkOnce(
	context: NodeContext,
	{ identityServerUrl, issuer }: IdentityServer,
	kind: 'access' | 'id',
	token: string,
	audience?: string,
): Promise<TokenFailure | undefined> {
	const hash = hashData(JSON.stringify([kind, token, identityServerUrl, issuer, audience]));
	if (checkedHashes.get(hash)) return undefined;
	const keys = useIdentityKeys(context, async () => await sleep(KEYS_WAIT_MS))(identityServerUrl);
	const verification = await verifyJwt(token, { issuer, audience }, keys, Date.now());
	const failure = verification.success ? undefined : verification.error;
	const isEnough = kind === 'id' && failure?.retryAfterSeconds === undefined;
	if (failure === undefined || isEnough) checkedHashes.set(hash, true);
	return failure;
}

/**
 * Whether a token is in doubt: no keys came, the token has expired, or its key was rotated out. The service rejects
 * an access token of the last two kinds, and n8n then refreshes the token, except on a POST.
 */
function isInconclusive({ code, retryAfterSeconds }: TokenFailure): boolean {
	return code === 'expired' || code === 'key-unknown' || retryAfterSeconds !== undefined;
}
