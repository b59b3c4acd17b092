import { importJWK, jwtVerify, type JWTPayload } from 'jose';
import type Koa from 'koa';
import { isAlive } from './identity-state.mts';
import { describeUser, type Realm } from './realm.mts';

async function verifyAccessToken(token: string, realm: Realm): Promise<JWTPayload | undefined> {
	const { issuer, audience, state } = realm;
	try {
		const key = await importJWK(state.signingKey.publicJwk, 'RS256');
		const options = { issuer, audience, algorithms: ['RS256'] };
		return (await jwtVerify(token, key, options)).payload;
	} catch {
		return undefined;
	}
}

function reject(context: Koa.Context, status: number, error?: string): void {
	context.status = status;
	context.set('www-authenticate', error ? `Bearer error="${error}"` : 'Bearer');
	context.body = error === undefined ? '' : { error };
}

/** GET userinfo: the claims that the token's scopes open, while its grant and session stand. */
export async function handleUserinfo(context: Koa.Context, realm: Realm): Promise<void> {
	const { state } = realm;
	context.set('cache-control', 'no-store');
	const token = /^Bearer ([^ ]+)$/i.exec(context.get('authorization'))?.[1];
	if (token === undefined) return reject(context, 401);
	const claims = await verifyAccessToken(realm.readToken(token), realm);
	const jti = claims?.jti ?? '';
	const issued = state.issued.get(jti);
	const user = state.users.find(({ id }) => id === claims?.sub);
	if (!issued || !user || state.revoked.has(jti) || !isAlive(state, issued)) {
		return reject(context, 401, 'invalid_token');
	}
	const scopes = String(claims?.scope ?? '').split(' ');
	if (!scopes.includes('openid')) return reject(context, 403, 'insufficient_scope');
	context.body = describeUser(user, scopes);
}
