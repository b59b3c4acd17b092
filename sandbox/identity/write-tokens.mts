import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import type { AccessToken, Provider, RefreshToken } from 'oidc-provider';
import type { Realm } from './realm.mts';

/** What a client gets of a token, and what the library stores of it, by which the adapter finds it. */
type Written = Promise<{ value: string; payload: Record<string, unknown> }>;

// The library has these; its types leave them out.
declare module 'oidc-provider' {
	interface AccessToken {
		getValueAndPayload(): Written;
	}
	interface RefreshToken {
		getValueAndPayload(): Written;
	}
	interface IdToken {
		scope: string;
	}
}

/** A client gets JWTs (part 2.2), and each stands for a token that the library has stored. */
export function writeTokensAsJwts(provider: Provider, { issuer }: Realm): void {
	const describe: (this: AccessToken | RefreshToken) => Written =
		provider.RefreshToken.prototype.getValueAndPayload;
	const sign = provider.AccessToken.prototype.getValueAndPayload;
	provider.AccessToken.prototype.getValueAndPayload = async function () {
		const { value } = await sign.call(this);
		const { payload } = await describe.call(this);
		// The library's userinfo rejects tokens that have an audience; the service's does not.
		delete payload.aud;
		return { value, payload: { ...payload, value } };
	};
	provider.RefreshToken.prototype.getValueAndPayload = async function () {
		const { payload } = await describe.call(this);
		const jwt = new SignJWT({
			typ: this.scopes.has('offline_access') ? 'Offline' : 'Refresh',
			azp: this.clientId,
			sid: this.sessionUid,
			scope: this.scope,
		})
			.setProtectedHeader({ alg: 'HS512', typ: 'JWT' })
			.setIssuer(issuer)
			.setAudience(issuer)
			.setSubject(this.accountId)
			.setJti(this.jti)
			.setIssuedAt()
			.setExpirationTime(Number(payload.exp));
		// Only this server reads the token, and it knows what it has given out.
		const value = await jwt.sign(randomBytes(64));
		return { value, payload: { ...payload, value } };
	};
}
