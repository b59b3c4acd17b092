import { decodeJwt, SignJWT } from 'jose';
import { CookieJar } from 'tough-cookie';
import { startSandbox } from '../../../sandbox/start-sandbox.mts';
import { freezeClock } from '../../support/clock.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import {
	everyScope,
	logOut,
	readUserinfo,
	refresh,
	signInByBrowser,
	signInFully,
	verify,
	type Parameters,
} from './identity-driver.mts';

const start = new Date('2026-03-01T12:00:00Z');
const startSeconds = start.getTime() / 1000;
const day = 86_400;
const passSeconds = (seconds: number) => jest.setSystemTime(Date.now() + seconds * 1000);
const invalidGrant = { status: 400, error: 'invalid_grant' };

beforeAll(() => freezeClock(start));
const sandbox = useSandbox();
beforeEach(() => jest.setSystemTime(start));

async function tryRefresh(
	token: unknown,
	client = sandbox.clients.public,
	changed: Parameters = {},
) {
	const { status, body } = await refresh(sandbox, token, client, changed);
	return { status, error: body.error };
}

const jwt = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/);
const fieldsOf22 = {
	access_token: jwt,
	expires_in: 86_400,
	refresh_token: jwt,
	refresh_expires_in: 2_592_000,
	id_token: jwt,
	token_type: 'Bearer',
	scope: everyScope,
};

describe.each(['public', 'confidential'] as const)('the tokens of a %s application', (type) => {
	const client = () => sandbox.clients[type];

	test('come with every field of part 2.2 and no other, renewed without an ID token', async () => {
		const first = await signInFully(sandbox, { client: client() });
		expect(first).toEqual(fieldsOf22);
		const { status, body } = await refresh(sandbox, first.refresh_token, client());
		expect({ status, body }).toEqual({ status: 200, body: { ...fieldsOf22, id_token: undefined } });
		expect(body.access_token).not.toBe(first.access_token);
		expect(body.refresh_token).not.toBe(first.refresh_token);
	});

	test('are an access token for the API and an ID token for the application', async () => {
		const { user } = sandbox;
		const { access_token, id_token } = await signInFully(sandbox, { client: client() });
		expect(await verify(sandbox, access_token)).toEqual({
			iss: sandbox.identityServerUrl,
			aud: 'voice-agent-api',
			sub: user.id,
			azp: client().clientId,
			client_id: client().clientId,
			scope: everyScope,
			iat: startSeconds,
			exp: startSeconds + day,
			jti: expect.any(String),
		});
		expect(await verify(sandbox, id_token, client().clientId)).toMatchObject({
			sub: user.id,
			name: user.name,
			preferred_username: user.username,
			email: user.email,
		});
	});

	test('end at the log-out, with the family and the session in the browser', async () => {
		const cookies = new CookieJar();
		const { refresh_token } = await signInFully(sandbox, { client: client() }, cookies);
		const { body } = await refresh(sandbox, refresh_token, client());
		expect(await logOut(sandbox, body.refresh_token, client())).toEqual({ status: 204, body: {} });
		expect(await tryRefresh(body.refresh_token, client())).toEqual(invalidGrant);
		expect((await readUserinfo(sandbox, body.access_token)).status).toBe(401);
		expect((await signInByBrowser(sandbox, {}, cookies)).loginPage).toContain('<form');
	});
});

test.each(['openid', 'openid offline_access', 'email profile openid'])(
	'what is asked for is granted: %s',
	async (asked) => {
		const { scope } = await signInFully(sandbox, { scope: asked });
		expect(new Set(String(scope).split(' '))).toEqual(new Set(asked.split(' ')));
	},
);

test('tokens without a browser are as those of a sign-in, and can be over at once', async () => {
	const [issued, signedIn] = [await sandbox.identity.issueTokens(), await signInFully(sandbox)];
	expect(issued).toEqual(fieldsOf22);
	const withoutId = ({ jti: _jti, ...claims }: Record<string, unknown>) => claims;
	expect(withoutId(await verify(sandbox, issued.access_token))).toEqual(
		withoutId(await verify(sandbox, signedIn.access_token)),
	);
	const { access_token } = await sandbox.identity.issueTokens({ expiresInSeconds: 0 });
	await expect(verify(sandbox, access_token)).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' });
});

describe('userinfo', () => {
	const invalidToken = { status: 401, body: { error: 'invalid_token' } };

	test('says what the scopes open', async () => {
		const { id: sub, name, username: preferred_username, email } = sandbox.user;
		const read = async (scope: string) => {
			const { access_token } = await signInFully(sandbox, { scope });
			return await readUserinfo(sandbox, access_token);
		};
		expect(await read(everyScope)).toEqual({
			status: 200,
			body: { sub, name, preferred_username, email },
		});
		expect(await read('openid')).toEqual({ status: 200, body: { sub } });
		expect(await read('profile')).toMatchObject({ status: 403 });
	});

	test.each<[string, (tokens: Record<string, unknown>) => unknown]>([
		['a changed signature', ({ access_token }) => `${String(access_token).slice(0, -8)}AAAAAAAA`],
		['a name that every object has', () => '__proto__'],
		['an ID token', ({ id_token }) => id_token],
		['a refresh token', ({ refresh_token }) => refresh_token],
	])('rejects %s', async (_name, select) => {
		const token = select(await signInFully(sandbox));
		expect(await readUserinfo(sandbox, token)).toMatchObject(invalidToken);
	});

	test('rejects an access token that is over', async () => {
		const { access_token } = await signInFully(sandbox);
		passSeconds(day);
		expect(await readUserinfo(sandbox, access_token)).toMatchObject(invalidToken);
	});
});

describe('a refresh token', () => {
	test('is replaced at each use; used again it ends its whole family, and no other', async () => {
		const other = await signInFully(sandbox);
		const first = await signInFully(sandbox);
		const second = await refresh(sandbox, first.refresh_token);
		const third = await refresh(sandbox, second.body.refresh_token);
		expect([second.status, third.status]).toEqual([200, 200]);
		expect(await tryRefresh(second.body.refresh_token)).toEqual(invalidGrant);
		expect(await tryRefresh(third.body.refresh_token)).toEqual(invalidGrant);
		expect((await readUserinfo(sandbox, third.body.access_token)).status).toBe(401);
		expect(await tryRefresh(other.refresh_token)).toEqual({ status: 200 });
	});

	test('is taken from nobody but its application, and as it was given out', async () => {
		const { refresh_token, access_token } = await signInFully(sandbox);
		const claims = decodeJwt(String(refresh_token));
		const forged = await new SignJWT(claims)
			.setProtectedHeader({ alg: 'HS512', typ: 'JWT' })
			.sign(new Uint8Array(64));
		for (const token of [forged, claims.jti, access_token]) {
			expect(await tryRefresh(token)).toEqual(invalidGrant);
		}
		expect(await tryRefresh(refresh_token, sandbox.clients.confidential)).toEqual(invalidGrant);
		expect(await tryRefresh(refresh_token)).toEqual({ status: 200 });
	});

	test('of a confidential application needs its secret, at a refresh and at a log-out', async () => {
		const client = sandbox.clients.confidential;
		const { refresh_token } = await signInFully(sandbox, { client });
		for (const client_secret of [undefined, '', 'wrong']) {
			const invalidClient = { status: 401, body: { error: 'invalid_client' } };
			const changed = { client_secret };
			expect(await refresh(sandbox, refresh_token, client, changed)).toMatchObject(invalidClient);
			expect(await logOut(sandbox, refresh_token, client, changed)).toMatchObject(invalidClient);
		}
		expect(await tryRefresh(refresh_token, client)).toEqual({ status: 200 });
	});

	test('with offline_access lives 30 days from its last use, whatever the browser does', async () => {
		let { refresh_token } = await signInFully(sandbox);
		await sandbox.identity.endBrowserSessions(sandbox.user.id);
		for (let month = 0; month < 14; month += 1) {
			passSeconds(30 * day - 1);
			const { status, body } = await refresh(sandbox, refresh_token);
			expect({ month, status, lifetime: body.refresh_expires_in }).toEqual({
				month,
				status: 200,
				lifetime: 30 * day,
			});
			({ refresh_token } = body);
		}
		passSeconds(30 * day);
		expect(await tryRefresh(refresh_token)).toEqual(invalidGrant);
	});

	test('without offline_access ends with the session in the browser, after 24 hours at the latest', async () => {
		const scope = 'openid profile email';
		const ended = await signInFully(sandbox, { scope });
		await sandbox.identity.endBrowserSessions(sandbox.user.id);
		expect(await tryRefresh(ended.refresh_token)).toEqual(invalidGrant);
		expect((await readUserinfo(sandbox, ended.access_token)).status).toBe(401);

		const { refresh_token, refresh_expires_in } = await signInFully(sandbox, { scope });
		expect(refresh_expires_in).toBe(day);
		passSeconds(day / 2);
		const { status, body } = await refresh(sandbox, refresh_token);
		expect({ status, lifetime: body.refresh_expires_in }).toEqual({
			status: 200,
			lifetime: day / 2,
		});
		passSeconds(day / 2);
		expect(await tryRefresh(body.refresh_token)).toEqual(invalidGrant);
	});
});

describe('a log-out', () => {
	test.each<[string, Parameters, number, string]>([
		['an unknown application', { client_id: 'nobody' }, 401, 'invalid_client'],
		['no application', { client_id: undefined }, 401, 'invalid_client'],
		['no refresh token', { refresh_token: undefined }, 400, 'invalid_request'],
		['an unknown refresh token', { refresh_token: 'unknown' }, 400, 'invalid_grant'],
		['a secret', { client_secret: 'a public one has none' }, 401, 'invalid_client'],
	])('with %s is rejected and ends nothing', async (_name, changed, status, error) => {
		const { refresh_token } = await signInFully(sandbox);
		const answer = await logOut(sandbox, refresh_token, undefined, changed);
		expect(answer).toMatchObject({ status, body: { error } });
		expect(await tryRefresh(refresh_token)).toEqual({ status: 200 });
	});
});

test('lifetimes down to seconds, until the reset, which brings back keys and ends all tokens', async () => {
	const { keys } = await sandbox.identity.jwks();
	sandbox.identity.setLifetimes({ accessTokenSeconds: 2, refreshTokenSeconds: 3 });
	const before = await signInFully(sandbox);
	expect(before).toMatchObject({ expires_in: 2, refresh_expires_in: 3 });
	await sandbox.identity.rotateKeys();
	await sandbox.reset();
	expect((await sandbox.identity.jwks()).keys).toEqual(keys);
	expect((await refresh(sandbox, before.refresh_token)).body.error).toBe('invalid_grant');
	expect(await signInFully(sandbox)).toMatchObject({ expires_in: 86_400 });
});

test('a server restarted with its memory goes on where it was', async () => {
	const earlier = await startSandbox();
	const identityPort = Number(new URL(earlier.identityServerUrl).port);
	const revoked = await signInFully(earlier);
	earlier.identity.revokeAccessTokens();
	earlier.identity.revokeRefreshTokens();
	const kept = await signInFully(earlier);
	const identityMemory = JSON.parse(JSON.stringify(earlier.identity.readMemory()));
	await earlier.close();
	const later = await startSandbox({ identityPort, identityMemory });
	const tryTokens = async ({ access_token, refresh_token }: Record<string, unknown>) => [
		(await readUserinfo(later, access_token)).status,
		(await refresh(later, refresh_token)).status,
	];
	try {
		expect(await tryTokens(kept)).toEqual([200, 200]);
		expect(await tryTokens(revoked)).toEqual([401, 400]);
	} finally {
		await later.close();
	}
});
