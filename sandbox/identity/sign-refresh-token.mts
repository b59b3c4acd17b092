import { jwtVerify, SignJWT } from 'jose';
import type { RefreshToken } from 'oidc-provider';
import type { IdentityState } from './identity-state.mts';

/** A refresh token as the client sees it (part 2.2): a JWT around the stored token's id. */
export async function signRefreshToken(
	state: IdentityState,
	issuer: string,
	token: RefreshToken,
	expiresAt: number,
): Promise<string> {
	return await new SignJWT({
		typ: token.scopes.has('offline_access') ? 'Offline' : 'Refresh',
		azp: token.clientId,
		sid: token.sessionUid,
		scope: token.scope,
	})
		.setProtectedHeader({ alg: 'HS512', typ: 'JWT' })
		.setIssuer(issuer)
		.setAudience(issuer)
		.setSubject(token.accountId)
		.setJti(token.jti)
		.setIssuedAt()
		.setExpirationTime(expiresAt)
		.sign(state.refreshTokenSecret);
}

/** The stored token's id, or undefined if we did not sign this. Expiry is judged by the library. */
export async function readRefreshTokenId(
	state: IdentityState,
	token: string,
): Promise<string | undefined> {
	try {
		const { payload } = await jwtVerify(token, state.refreshTokenSecret, {
			algorithms: ['HS512'],
			currentDate: new Date(0),
		});
		return payload.jti;
	} catch {
		return undefined;
	}
}
