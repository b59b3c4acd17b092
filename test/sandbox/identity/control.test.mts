import type { Middleware } from 'koa';
import type { IdentityServer } from '../../../sandbox/types.mts';
import {
	authorize,
	codeForm,
	confidentialClient,
	createVerifier,
	endpoint,
	everyScope,
	freezeClock,
	otherUser,
	postForm,
	publicClient,
	readUserinfo,
	refresh,
	signInFully,
	startTestIdentity,
	user,
	verify,
} from './identity-driver.mts';

let identity: IdentityServer;
beforeEach(async () => {
	identity = await startTestIdentity();
});
afterEach(async () => {
	jest.useRealTimers();
	await identity.close();
});

const failsFor = async (token: unknown) =>
	await verify(identity, token, identity.audience).then(
		() => undefined,
		(error: { code: string }) => error.code,
	);

describe('rotateKeys', () => {
	test('serves the new key alone, so that former tokens no longer verify', async () => {
		const before = await signInFully(identity);
		const [oldKey] = (await identity.jwks()).keys;
		await identity.rotateKeys();
		const { keys } = await (await fetch(endpoint(identity, 'certs'))).json();
		expect(keys).toEqual((await identity.jwks()).keys);
		expect(keys).toHaveLength(1);
		expect(keys[0].kid).not.toBe(oldKey?.kid);
		expect(await failsFor(before.access_token)).toBe('ERR_JWKS_NO_MATCHING_KEY');
		expect((await readUserinfo(identity, before.access_token)).status).toBe(401);
	});

	test('leaves refresh tokens and browser sessions alone', async () => {
		const before = await signInFully(identity);
		await identity.rotateKeys();
		const { status, body } = await refresh(identity, publicClient, before.refresh_token);
		expect(status).toBe(200);
		expect(await failsFor(body.access_token)).toBeUndefined();
		expect(await failsFor(await identity.signJwt({ aud: identity.audience }))).toBeUndefined();
	});
});

describe('issueTokens', () => {
	test('gives tokens as a finished sign-in does', async () => {
		const signedIn = await signInFully(identity);
		const issued = await identity.issueTokens();
		expect(Object.keys(issued).sort()).toEqual(Object.keys(signedIn).sort());
		const claims = await verify(identity, issued.access_token, identity.audience);
		expect(Object.keys(claims).sort()).toEqual(
			Object.keys(await verify(identity, signedIn.access_token, identity.audience)).sort(),
		);
		expect(claims).toMatchObject({ sub: user.id, azp: publicClient.clientId, scope: everyScope });
		const idClaims = await verify(identity, issued.id_token, publicClient.clientId);
		expect(idClaims).toMatchObject({ sub: user.id, name: user.name, email: user.email });
		expect((await readUserinfo(identity, issued.access_token)).status).toBe(200);
	});

	test('gives refresh tokens that rotate and detect reuse', async () => {
		const { refresh_token } = await identity.issueTokens();
		const first = await refresh(identity, publicClient, refresh_token);
		const again = await refresh(identity, publicClient, refresh_token);
		const family = await refresh(identity, publicClient, first.body.refresh_token);
		expect([first.status, again.status, family.status]).toEqual([200, 400, 400]);
	});

	test('binds them to a browser session without offline_access', async () => {
		const { refresh_token } = await identity.issueTokens({ scope: 'openid' });
		await identity.endBrowserSessions(user.id);
		expect((await refresh(identity, publicClient, refresh_token)).status).toBe(400);
	});

	test('takes user, application, scope and lifetime', async () => {
		const issued = await identity.issueTokens({
			userId: otherUser.id,
			clientId: confidentialClient.clientId,
			scope: 'profile',
			expiresInSeconds: 5,
		});
		expect(issued).toMatchObject({ expires_in: 5, scope: 'profile' });
		expect(issued.id_token).toBeUndefined();
		const claims = await verify(identity, issued.access_token, identity.audience);
		expect(claims).toMatchObject({
			sub: otherUser.id,
			azp: confidentialClient.clientId,
			scope: 'profile',
			exp: (claims.iat ?? 0) + 5,
		});
	});

	test.each([0, -60])('gives an expired access token for a lifetime of %i', async (seconds) => {
		const { access_token } = await identity.issueTokens({ expiresInSeconds: seconds });
		expect(await failsFor(access_token)).toBe('ERR_JWT_EXPIRED');
	});

	test('names what does not exist', async () => {
		await expect(identity.issueTokens({ userId: 'nobody' })).rejects.toThrow('userId');
		await expect(identity.issueTokens({ clientId: 'nobody' })).rejects.toThrow('clientId');
	});
});

describe('signJwt', () => {
	test('signs claims over iss, iat, exp of 5 minutes and jti', async () => {
		const now = new Date('2026-03-01T12:00:00Z');
		freezeClock(now);
		const seconds = now.getTime() / 1000;
		const token = await identity.signJwt({ aud: 'me', sub: 's', custom: [1] });
		expect(await verify(identity, token, 'me')).toEqual({
			iss: identity.url,
			iat: seconds,
			exp: seconds + 300,
			jti: expect.any(String),
			aud: 'me',
			sub: 's',
			custom: [1],
		});
	});

	test('lets the claims replace every default', async () => {
		const claims = { iss: 'another', iat: 1, exp: 2, jti: 'mine' };
		const payload = (await identity.signJwt(claims)).split('.')[1] ?? '';
		expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual(claims);
	});
});

describe('revocation', () => {
	test('rejects every access token given out so far and none given out later', async () => {
		const signedIn = await signInFully(identity);
		const issued = await identity.issueTokens();
		expect(identity.isRevoked(issued.access_token)).toBe(false);
		identity.revokeAccessTokens();
		const { body } = await refresh(identity, publicClient, signedIn.refresh_token);
		expect(identity.isRevoked(String(signedIn.access_token))).toBe(true);
		expect(identity.isRevoked(issued.access_token)).toBe(true);
		expect(identity.isRevoked(String(body.access_token))).toBe(false);
		expect(identity.isRevoked('not a token')).toBe(false);
		expect(await failsFor(signedIn.access_token)).toBeUndefined();
		expect((await readUserinfo(identity, signedIn.access_token)).status).toBe(401);
		expect((await readUserinfo(identity, body.access_token)).status).toBe(200);
	});

	test('rejects every refresh token given out so far and none given out later', async () => {
		const before = await signInFully(identity);
		identity.revokeRefreshTokens();
		const { status, body } = await refresh(identity, publicClient, before.refresh_token);
		expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid_grant' });
		const after = await signInFully(identity);
		expect((await refresh(identity, publicClient, after.refresh_token)).status).toBe(200);
	});
});

test('setClients replaces the applications: secrets rotate and redirect URIs change', async () => {
	const { refresh_token } = await signInFully(identity, { client: confidentialClient });
	const rotated = { ...confidentialClient, clientSecret: 'rotated' };
	identity.setClients([rotated]);
	expect((await refresh(identity, confidentialClient, refresh_token)).body.error).toBe(
		'invalid_client',
	);
	expect((await refresh(identity, rotated, refresh_token)).status).toBe(200);
	expect((await refresh(identity, publicClient, refresh_token)).body.error).toBe('invalid_client');
	const redirect_uri = 'http://127.0.0.1:9999/another';
	identity.setClients([{ ...publicClient, redirectUris: [redirect_uri] }]);
	const { challenge } = createVerifier();
	const parameters = { redirect_uri, code_challenge: challenge, code_challenge_method: 'S256' };
	expect((await authorize(identity, parameters)).get('code')).not.toBeNull();
});

test.each([
	['no redirect URI', { redirectUris: [] }],
	['a relative redirect URI', { redirectUris: ['/callback'] }],
	['a wildcard', { redirectUris: ['https://n8n.example/*'] }],
	['a fragment', { redirectUris: ['https://n8n.example/#here'] }],
	['no id', { clientId: '' }],
	['an empty secret', { clientSecret: '' }],
])('setClients rejects an application with %s', (_, changed) => {
	expect(() => identity.setClients([{ ...publicClient, ...changed }])).toThrow(
		/redirectUris|clientId|clientSecret/,
	);
});

test('reset goes back to the state after the start; address and applications stay', async () => {
	const kept = { ...publicClient, clientId: 'late' };
	const { keys } = await identity.jwks();
	identity.setClients([kept]);
	identity.setLifetimes({ accessTokenSeconds: 1 });
	const before = await signInFully(identity, { client: kept });
	identity.revokeAccessTokens();
	await identity.rotateKeys();
	const { url } = identity;

	await identity.reset();

	expect(identity.url).toBe(url);
	expect((await identity.jwks()).keys).toEqual(keys);
	expect((await refresh(identity, kept, before.refresh_token)).body.error).toBe('invalid_grant');
	expect(identity.isRevoked(String(before.access_token))).toBe(false);
	const after = await signInFully(identity, { client: kept });
	expect(after.expires_in).toBe(86_400);
	expect(await failsFor(after.access_token)).toBeUndefined();
});

test('runs the given middlewares before every route and leaves them the request as it came', async () => {
	const seen: string[] = [];
	const before: Middleware[] = [
		async (context, next) => {
			if (context.get('x-fault') !== '') {
				context.status = 418;
				return;
			}
			await next();
			seen.push(`${context.method} ${context.path}${context.search} ${context.status}`);
		},
	];
	const own = await startTestIdentity({ before, realm: 'other' });
	try {
		await signInFully(own);
		const paths = seen.map((line) =>
			line.replace(/\?.*(?= )/, '?…').replace(/[\w-]{40,}/g, '<id>'),
		);
		expect(paths).toEqual([
			'GET /realms/other/protocol/openid-connect/auth?… 303',
			'GET /realms/other/login/<id> 200',
			'POST /realms/other/login/<id> 303',
			'GET /realms/other/protocol/openid-connect/auth/<id> 303',
			'POST /realms/other/protocol/openid-connect/token 200',
		]);
		expect(seen[0]).not.toContain('prompt');
		for (const name of ['auth', 'token', 'userinfo', 'logout', 'certs', 'unknown']) {
			const response = await fetch(endpoint(own, name), { headers: { 'x-fault': 'on' } });
			expect(response.status).toBe(418);
		}
	} finally {
		await own.close();
	}
});

test('writes nothing to the console in normal use', async () => {
	const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
		jest.spyOn(console, name).mockImplementation(() => undefined),
	);
	const { refresh_token } = await signInFully(identity);
	await refresh(identity, publicClient, refresh_token);
	await authorize(identity, {});
	const headers = { origin: 'http://elsewhere.example' };
	await fetch(`${identity.url}/.well-known/openid-configuration`, { headers });
	await postForm(identity, 'token', codeForm(publicClient, 'unknown'), headers);
	await fetch(endpoint(identity, 'auth'), { headers: { accept: 'text/html' } });
	expect(spies.flatMap((spy) => spy.mock.calls)).toEqual([]);
	for (const spy of spies) spy.mockRestore();
});

test('close frees the port and ends open connections', async () => {
	const port = Number(new URL(identity.url).port);
	await fetch(endpoint(identity, 'certs'));
	await identity.close();
	await expect(fetch(endpoint(identity, 'certs'))).rejects.toThrow();
	identity = await startTestIdentity({ port });
	expect(new URL(identity.url).port).toBe(String(port));
	await expect(startTestIdentity({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
