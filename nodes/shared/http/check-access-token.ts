import { sleep } from 'n8n-workflow';
import {
	BoundedMap,
	buildJwksUrl,
	hashToken,
	Throttle,
	verifyToken,
	type TokenFailure,
	type TokenVerification,
} from '../../../core';
import type { Connection } from '../credential/connection';
import { useIdentityKeys } from './identity-keys';
import type { NodeContext } from '../node-context';
import type { ServiceOutcome } from './service-outcome';

const MAX_REMEMBERED = 1000;

/** How long a call waits for keys; then it goes on, and the check is made up at the next call. */
const MAX_WAIT_MS = 1_000;

/** Hashes of access tokens and ID tokens that verified in this process. */
const verified = new BoundedMap<true>(MAX_REMEMBERED);

const QUIET_MS = 60_000;

/** Logs that a check is still to come, by the identity server. */
const warnings = new Throttle(QUIET_MS, MAX_REMEMBERED);

/**
 * Checks signature, issuer and times of an access token before its first use in this process, and once
 * those of the ID token that came with the sign-in, which must be for this application (part 5, item 11
 * of the interface document). n8n itself checks neither. Answers a refusal, or `undefined` if the
 * token may be used: it verified, the credential does not ask for the check, or the identity server is
 * away, which must not delay anything.
 */
export async function checkAccessToken(
	context: NodeContext,
	connection: Connection,
): Promise<ServiceOutcome | undefined> {
	const { accessToken, identityUrl, issuer = identityUrl, signIn } = connection;
	if (!signIn?.verifyTokens || identityUrl === undefined || issuer === undefined) return undefined;
	const refusal = await checkOnce(context, accessToken, identityUrl, { issuer });
	if (refusal !== undefined || signIn.idToken === undefined) return refusal;
	return await checkOnce(context, signIn.idToken, identityUrl, {
		issuer,
		audience: signIn.clientId,
	});
}

type Expectations = { issuer: string; audience?: string };

async function checkOnce(
	context: NodeContext,
	token: string,
	identityUrl: string,
	expectations: Expectations,
): Promise<ServiceOutcome | undefined> {
	const { issuer, audience } = expectations;
	const hash = hashToken(token, JSON.stringify([identityUrl, issuer, audience]));
	if (verified.get(hash)) return undefined;
	const verification = await verifyInTime(context, token, identityUrl, expectations);
	if (verification !== 'too-late' && verification.success) {
		verified.set(hash, true);
		return undefined;
	}
	const isIdToken = audience !== undefined;
	if (verification !== 'too-late' && !isInconclusive(verification.error)) {
		const { message } = verification.error;
		const detail = isIdToken ? `Of the ID token: ${message}` : message;
		return { kind: 'sign-in-failed', code: 'token-not-trusted', detail };
	}
	const failure = verification === 'too-late' ? undefined : verification.error;
	if (isIdToken && failure !== undefined && isMerelyOld(failure)) {
		verified.set(hash, true);
		return undefined;
	}
	const code = failure?.code ?? 'keys-unavailable';
	if (code !== 'expired') warnOnce(context, identityUrl, code);
	return undefined;
}

/**
 * An ID token proves the sign-in at its time. It is not renewed with the access token, so it ends,
 * or its key does, long before the sign-in.
 */
function isMerelyOld({ code, retryAfterSeconds }: TokenFailure): boolean {
	return code === 'expired' || (code === 'key-unknown' && retryAfterSeconds === undefined);
}

function warnOnce(context: NodeContext, identityUrl: string, code: string): void {
	if (!warnings.tryStart(identityUrl, Date.now())) return;
	context.logger.warn(
		`Voice Agent: the access token could not be verified yet (${code}). A later call checks it again.`,
	);
}

/**
 * Whether a failure says nothing against the token: keys could not be asked for, n8n is about to renew
 * it, or its key was rotated out. The service refuses such a token, and only then does n8n renew it.
 */
function isInconclusive({ code, retryAfterSeconds }: TokenFailure): boolean {
	return code === 'expired' || code === 'key-unknown' || retryAfterSeconds !== undefined;
}

async function verifyInTime(
	context: NodeContext,
	token: string,
	identityUrl: string,
	expectations: Expectations,
): Promise<TokenVerification | 'too-late'> {
	return await Promise.race([
		verifyToken(
			token,
			expectations,
			useIdentityKeys(context).keySetFor(buildJwksUrl(identityUrl)),
			Date.now(),
		),
		sleep(MAX_WAIT_MS).then(() => 'too-late' as const),
	]);
}
