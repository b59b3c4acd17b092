import { sleep } from 'n8n-workflow';
import { BoundedMap, createThrottle, hashData } from '../../../core/memory';
import { isRefreshDue } from '../../../core/token/sign-in-lifetime';
import type { TokenErrorCode, TokenFailure } from '../../../core/token/error-codes';
import { verifyJwt } from '../../../core/token/verify-token';
import type { IdentityServer } from '../addresses';
import { type Connection, findRefreshTokenLifetime, readConnection } from '../credential';
import { type NodeContext, throwNodeError } from '../errors';
import type { ErrorCode } from '../error-catalog';
import { log } from '../log';
import { throwFailure } from './failure';
import { useIdentityKeys } from './identity-keys';
import { REFRESH, type SignInFailure } from './response';
import { refreshTokens } from './transport';

/** Once a minute at most for each identity server. */
const warningThrottle = createThrottle(60_000);

/**
 * Checks an access token before its first use in this process (part 5, item 11 of the interface document);
 * n8n does not. Gives `undefined` if the token may be used: the token is valid, the credential asks for no
 * check, or the check is inconclusive, as while the identity server is away.
 */
export async function checkAccessToken(
	context: NodeContext,
	{ accessToken, identity, signIn }: Connection,
): Promise<SignInFailure | undefined> {
	if (!signIn?.verifyTokens || identity === undefined) return undefined;
	const failure = await checkOnce(context, identity, 'access', accessToken);
	if (failure !== undefined && !isInconclusive(failure)) {
		const detail = `Reason: ${failure.message}`;
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
	// No request carries an ID token, so an invalid one is only logged. An ID token that has expired, or whose
	// key has gone, still proves the sign-in.
	if (flaw && !isInconclusive(flaw)) {
		const text = `the ID token of the credential failed the check (${flaw.code}). ${flaw.message} It is used for nothing else; Identity → Verify Token shows it.`;
		log(context, 'warn', text);
	}
	return undefined;
}

/** Refreshes after half of the refresh token's time, or after 7 days if the token names no expiry; throws on failure. */
export async function refreshIfDue(context: NodeContext, connection: Connection, always = false) {
	const lifetime = findRefreshTokenLifetime(connection);
	if (lifetime === undefined) throwNodeError(context, 'oauth2-only');
	if (!connection.signIn?.refreshToken) throwNodeError(context, 'refresh-token-missing');
	if (!always && !isRefreshDue(lifetime, Date.now())) return { refreshed: false, connection };
	const failure = await refreshTokens(context, connection);
	if (failure !== undefined) throwFailure(context, failure, connection);
	return { refreshed: true, connection: await readConnection(context) };
}

/** The error to show for a token: of another server or forged; of the future; invalid in another way. */
function findRejection(code: TokenErrorCode): ErrorCode {
	if (code === 'issuer-mismatch' || code === 'signature-invalid') return 'token-not-trusted';
	if (code === 'not-yet-valid' || code === 'issued-in-future') return 'token-from-the-future';
	return 'token-not-checkable';
}

/** How long a call waits for keys. After that, the token is sent unchecked, and a later call checks it. */
const KEYS_WAIT_MS = 1_000;

/** Hashes of tokens that need no further check. */
const checkedHashes = new BoundedMap<true>();

/**
 * The reason why a token is invalid; `undefined` if the token is valid, or needs no further check. An ID
 * token is checked once, whatever the result, unless keys could not be asked for.
 */
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
 * Whether a failure says nothing against the token: keys could not be asked for, the token has expired, or
 * its key was rotated out. In the last two cases the service rejects the token, and n8n refreshes it.
 */
function isInconclusive({ code, retryAfterSeconds }: TokenFailure): boolean {
	return code === 'expired' || code === 'key-unknown' || retryAfterSeconds !== undefined;
}
