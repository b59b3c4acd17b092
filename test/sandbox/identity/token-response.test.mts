import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { IdentityServer } from '../../../sandbox/types.mts';
import {
	confidentialClient,
	everyScope,
	freezeClock,
	publicClient,
	readUserinfo,
	refresh,
	signInFully,
	startTestIdentity,
	user,
	verify,
} from './identity-driver.mts';

const now = new Date('2026-03-01T12:00:00Z');
const nowSeconds = now.getTime() / 1000;

let identity: IdentityServer;
beforeAll(async () => {
	freezeClock(now);
	identity = await startTestIdentity();
});
afterEach(() => identity.reset());
afterAll(() => identity.close());

const fieldsOf22 = {
	access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
	expires_in: 86_400,
	refresh_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
	refresh_expires_in: 2_592_000,
	id_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
	token_type: 'Bearer',
	scope: everyScope,
};

describe.each([
	['public', publicClient],
	['confidential', confidentialClient],
])('token response for a %s application', (_, client) => {
	test('carries every field of part 2.2 and no other after the code exchange', async () => {
		expect(await signInFully(identity, { client })).toEqual(fieldsOf22);
	});

	test('carries them without an ID token after a refresh, with new tokens', async () => {
		const first = await signInFully(identity, { client });
		const { status, body } = await refresh(identity, client, first.refresh_token);
		expect({ status, body }).toEqual({
			status: 200,
			body: { ...fieldsOf22, id_token: undefined },
		});
		expect(body.access_token).not.toBe(first.access_token);
		expect(body.refresh_token).not.toBe(first.refresh_token);
	});

	test('carries an ID token after a refresh from a kinder server', async () => {
		const kind = await startTestIdentity({ refreshesIdToken: true });
		try {
			const first = await signInFully(kind, { client });
			expect((await refresh(kind, client, first.refresh_token)).body).toEqual(fieldsOf22);
		} finally {
			await kind.close();
		}
	});

	test('holds an access token for the API', async () => {
		const { access_token } = await signInFully(identity, { client });
		expect(await verify(identity, access_token, identity.audience)).toEqual({
			iss: identity.url,
			aud: 'voice-agent-api',
			sub: user.id,
			azp: client.clientId,
			client_id: client.clientId,
			scope: everyScope,
			iat: nowSeconds,
			exp: nowSeconds + 86_400,
			jti: expect.any(String),
		});
	});

	test('holds an id token for the application', async () => {
		const { id_token } = await signInFully(identity, { client });
		expect(await verify(identity, id_token, client.clientId)).toMatchObject({
			sub: user.id,
			name: user.name,
			preferred_username: user.username,
			email: user.email,
		});
	});
});

test.each([
	'openid',
	'openid profile',
	'openid email',
	'email profile openid',
	'openid offline_access',
	'openid profile email',
	everyScope,
])('grants what was asked for: %s', async (scope) => {
	const tokens = await signInFully(identity, { scope });
	const claims = await verify(identity, tokens.access_token, identity.audience);
	const sorted = (scopes: unknown) => String(scopes).split(' ').sort();
	expect(sorted(tokens.scope)).toEqual(sorted(scope));
	expect(sorted(claims.scope)).toEqual(sorted(scope));
});

test('gives a refresh token without offline_access too, bound to the browser session', async () => {
	const { refresh_token, refresh_expires_in } = await signInFully(identity, { scope: 'openid' });
	expect(refresh_expires_in).toBe(86_400);
	expect(decodeJwt(String(refresh_token))).toMatchObject({
		typ: 'Refresh',
		exp: nowSeconds + 86_400,
	});
});

test('signs access and id tokens with the served key, refresh tokens with one of its own', async () => {
	const tokens = await signInFully(identity);
	const { keys } = await identity.jwks();
	const kid = keys[0]?.kid;
	expect(decodeProtectedHeader(String(tokens.access_token))).toEqual({
		alg: 'RS256',
		typ: 'at+jwt',
		kid,
	});
	expect(decodeProtectedHeader(String(tokens.id_token))).toMatchObject({ alg: 'RS256', kid });
	expect(decodeProtectedHeader(String(tokens.refresh_token))).toEqual({ alg: 'HS512', typ: 'JWT' });
});

test('takes lifetimes down to seconds', async () => {
	identity.setLifetimes({ accessTokenSeconds: 2, refreshTokenSeconds: 3 });
	const tokens = await signInFully(identity);
	expect(tokens).toMatchObject({ expires_in: 2, refresh_expires_in: 3 });
	expect(decodeJwt(String(tokens.access_token)).exp).toBe(nowSeconds + 2);
	expect(decodeJwt(String(tokens.refresh_token)).exp).toBe(nowSeconds + 3);
});

describe('userinfo', () => {
	const claims = {
		sub: user.id,
		name: user.name,
		preferred_username: user.username,
		email: user.email,
	};

	test('answers what the scopes open', async () => {
		const read = async (scope: string) => {
			const { access_token } = await signInFully(identity, { scope });
			return await readUserinfo(identity, access_token);
		};
		expect(await read('openid profile email')).toEqual({ status: 200, body: claims });
		expect(await read('openid')).toEqual({ status: 200, body: { sub: user.id } });
		expect(await read('profile')).toEqual({ status: 403, body: { error: 'insufficient_scope' } });
	});

	test.each([
		['a changed signature', (token: string) => `${token.slice(0, -8)}AAAAAAAA`],
		['no token at all', () => 'x'],
		['an unsecured token', (token: string) => `eyJhbGciOiJub25lIn0.${token.split('.')[1]}.`],
	])('rejects %s', async (_, spoil) => {
		const { access_token } = await signInFully(identity);
		expect(await readUserinfo(identity, spoil(String(access_token)))).toEqual({
			status: 401,
			body: { error: 'invalid_token' },
		});
	});

	test('rejects the id token, the refresh token and an expired access token', async () => {
		const tokens = await signInFully(identity);
		const expired = await identity.issueTokens({ expiresInSeconds: -1 });
		for (const token of [tokens.id_token, tokens.refresh_token, expired.access_token]) {
			expect((await readUserinfo(identity, token)).status).toBe(401);
		}
	});
});
