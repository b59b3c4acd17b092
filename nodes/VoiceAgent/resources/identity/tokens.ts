import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { verifyToken as verify } from '../../../../core/token/verify-token';
import { type Connection, type IdentityServer, readConnection } from '../../../shared/credential';
import { throwNodeError } from '../../../shared/errors';
import { useKeySet } from '../../../shared/http/access-token';

/** A connection whose credential names an identity server. */
export type IdentityConnection = Connection & IdentityServer;

/** Reads the connection; throws if the credential names no identity server. */
export async function requireIdentity(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<IdentityConnection> {
	const connection = await readConnection(context);
	const { identityServerUrl, issuer } = connection;
	if (identityServerUrl === undefined || issuer === undefined) {
		throwNodeError(context, 'identity-server-url-missing', { itemIndex });
	}
	return { ...connection, identityServerUrl, issuer };
}

/** Result of Verify Token for one token. Every key is always there. */
export type TokenVerdict = {
	valid: boolean;
	/**
	 * One of core's token error codes, or `token-missing`; `null` if valid, but `expired` for an ID
	 * token that is merely old.
	 */
	code: string | null;
	message: string | null;
	/** Where the signature verified. */
	claims: IDataObject | null;
	/** ISO 8601, from `exp` of a token whose signature verified. */
	expires_at: string | null;
} & IDataObject;

/** Verifies one token against the keys of the identity server and tells the outcome as data. */
export async function describeToken(
	context: IExecuteFunctions,
	{ identityServerUrl, issuer }: IdentityServer,
	token: string | undefined,
	audience: string | undefined,
): Promise<TokenVerdict> {
	if (token === undefined) {
		const message = 'There is no token to verify.';
		return { valid: false, code: 'token-missing', message, claims: null, expires_at: null };
	}
	const keys = useKeySet(context, identityServerUrl);
	const result = await verify(token, { issuer, audience }, keys, Date.now());
	const claims = toJson(result.claims);
	return {
		valid: result.success,
		code: result.success ? null : result.error.code,
		message: result.success ? null : result.error.message,
		claims,
		expires_at: readExpiry(claims),
	};
}

/**
 * Verifies the ID token of a sign-in. It proves who signed in, at that time: a refresh need not bring a
 * new one, so the output says that it is old, and that is no failure.
 */
export async function describeIdToken(
	context: IExecuteFunctions,
	server: IdentityServer,
	token: string | undefined,
	clientId: string,
): Promise<TokenVerdict> {
	const verdict = await describeToken(context, server, token, clientId);
	if (verdict.code !== 'expired') return verdict;
	const message =
		'The ID token has expired. It proves who signed in at that time, and it is not refreshed.';
	return { ...verdict, valid: true, message };
}

function readExpiry(claims: IDataObject | null): string | null {
	const seconds = claims?.exp;
	const expiry = typeof seconds === 'number' ? new Date(seconds * 1000) : undefined;
	return expiry !== undefined && Number.isFinite(expiry.getTime()) ? expiry.toISOString() : null;
}

/** Claims are JSON, which the type of a verified token does not say. */
function toJson(claims: object | null): IDataObject | null {
	const copy: IDataObject | null = JSON.parse(JSON.stringify(claims));
	return copy;
}
