import { SignJWT, decodeJwt } from 'jose';
import { CookieJar } from 'tough-cookie';
import type { IdentityServer } from '../../../sandbox/types.mts';
import {
	authorize,
	codeForm,
	confidentialClient,
	createVerifier,
	everyScope,
	freezeClock,
	logOut,
	otherUser,
	postForm,
	publicClient,
	readUserinfo,
	refresh,
	signInFully,
	startTestIdentity,
	user,
} from './identity-driver.mts';

const start = new Date('2026-03-01T12:00:00Z');
const passSeconds = (seconds: number) => jest.setSystemTime(Date.now() + seconds * 1000);
const day = 86_400;
const rejected = { status: 400, error: 'invalid_grant' };

let identity: IdentityServer;
beforeAll(async () => {
	freezeClock(start);
	identity = await startTestIdentity();
});
beforeEach(() => {
	jest.setSystemTime(start);
});
afterEach(() => identity.reset());
afterAll(() => identity.close());

async function tryRefresh(token: unknown, client = publicClient) {
	const { status, body } = await refresh(identity, client, token);
	return { status, error: body.error };
}

describe('rotation', () => {
	test('goes on with the new token, any number of times', async () => {
		let { refresh_token } = await signInFully(identity);
		for (let turn = 0; turn < 5; turn += 1) {
			const { status, body } = await refresh(identity, publicClient, refresh_token);
			expect(status).toBe(200);
			({ refresh_token } = body);
		}
	});

	test('rejects a token used again and revokes the whole family', async () => {
		const first = await signInFully(identity);
		const second = await refresh(identity, publicClient, first.refresh_token);
		const third = await refresh(identity, publicClient, second.body.refresh_token);
		expect(await tryRefresh(second.body.refresh_token)).toEqual(rejected);
		expect(await tryRefresh(third.body.refresh_token)).toEqual(rejected);
		expect((await readUserinfo(identity, third.body.access_token)).status).toBe(401);
	});

	test('leaves other families alone', async () => {
		const spoiled = await signInFully(identity);
		const other = await signInFully(identity);
		await refresh(identity, publicClient, spoiled.refresh_token);
		await refresh(identity, publicClient, spoiled.refresh_token);
		expect(await tryRefresh(other.refresh_token)).toEqual({ status: 200 });
	});

	test('lets at most one of several simultaneous refreshes through', async () => {
		const { refresh_token } = await signInFully(identity);
		const answers = await Promise.all([1, 2, 3, 4].map(() => tryRefresh(refresh_token)));
		expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
		expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(3);
	});
});

describe('rejections', () => {
	test('rejects a token of another application, without harm to its owner', async () => {
		const { refresh_token } = await signInFully(identity);
		expect(await tryRefresh(refresh_token, confidentialClient)).toEqual(rejected);
		expect(await tryRefresh(refresh_token)).toEqual({ status: 200 });
	});

	test('rejects a confidential application without its secret', async () => {
		const { refresh_token } = await signInFully(identity, { client: confidentialClient });
		const form = { grant_type: 'refresh_token', refresh_token: String(refresh_token) };
		for (const client_secret of [undefined, '', 'wrong']) {
			const shown = { ...form, client_id: confidentialClient.clientId, client_secret };
			const { status, body } = await postForm(identity, 'token', shown);
			expect({ status, error: body.error }).toEqual({ status: 401, error: 'invalid_client' });
		}
		expect(await tryRefresh(refresh_token, confidentialClient)).toEqual({ status: 200 });
	});

	test('rejects a refresh token signed by another key, and the id inside a true one', async () => {
		const { refresh_token } = await signInFully(identity);
		const claims = decodeJwt(String(refresh_token));
		const forged = await new SignJWT(claims)
			.setProtectedHeader({ alg: 'HS512', typ: 'JWT' })
			.sign(new Uint8Array(64));
		expect(await tryRefresh(forged)).toEqual(rejected);
		expect(await tryRefresh(claims.jti)).toEqual(rejected);
	});

	test('rejects an access token in the place of a refresh token', async () => {
		const { access_token } = await signInFully(identity);
		expect(await tryRefresh(access_token)).toEqual(rejected);
	});

	test('rejects a wider scope and grants a narrower one', async () => {
		const { refresh_token } = await signInFully(identity, { scope: 'openid email' });
		const form = {
			grant_type: 'refresh_token',
			client_id: publicClient.clientId,
			refresh_token: String(refresh_token),
		};
		const wider = await postForm(identity, 'token', { ...form, scope: everyScope });
		expect({ status: wider.status, error: wider.body.error }).toEqual({
			status: 400,
			error: 'invalid_scope',
		});
		const narrower = await postForm(identity, 'token', { ...form, scope: 'openid' });
		expect({ status: narrower.status, scope: narrower.body.scope }).toEqual({
			status: 200,
			scope: 'openid',
		});
	});
});

describe('with offline_access', () => {
	test('lives 30 days from its last use, with no hard cap', async () => {
		let { refresh_token } = await signInFully(identity);
		for (let month = 0; month < 14; month += 1) {
			passSeconds(30 * day - 1);
			const { status, body } = await refresh(identity, publicClient, refresh_token);
			expect({ month, status, lifetime: body.refresh_expires_in }).toEqual({
				month,
				status: 200,
				lifetime: 30 * day,
			});
			({ refresh_token } = body);
		}
		passSeconds(30 * day);
		expect(await tryRefresh(refresh_token)).toEqual(rejected);
	});

	test('survives the log-out of the browser', async () => {
		const { refresh_token } = await signInFully(identity);
		await identity.endBrowserSessions(user.id);
		expect(await tryRefresh(refresh_token)).toEqual({ status: 200 });
	});

	test('survives the end of the browser session', async () => {
		const { refresh_token } = await signInFully(identity);
		passSeconds(2 * day);
		expect(await tryRefresh(refresh_token)).toEqual({ status: 200 });
	});
});

describe('without offline_access', () => {
	const scope = 'openid profile email';

	test('ends with the log-out of the browser, for this user only', async () => {
		const { refresh_token, access_token } = await signInFully(identity, { scope });
		const other = await identity.issueTokens({
			userId: otherUser.id,
			clientId: publicClient.clientId,
			scope,
		});
		await identity.endBrowserSessions(user.id);
		expect(await tryRefresh(refresh_token)).toEqual(rejected);
		expect((await readUserinfo(identity, access_token)).status).toBe(401);
		expect(await tryRefresh(other.refresh_token)).toEqual({ status: 200 });
	});

	test('lives no longer than 24 hours after the sign-in, however often it is used', async () => {
		let { refresh_token } = await signInFully(identity, { scope });
		passSeconds(day / 2);
		const { status, body } = await refresh(identity, publicClient, refresh_token);
		expect({ status, lifetime: body.refresh_expires_in }).toEqual({
			status: 200,
			lifetime: day / 2,
		});
		({ refresh_token } = body);
		passSeconds(day / 2);
		expect(await tryRefresh(refresh_token)).toEqual(rejected);
	});

	test('is revoked by a log-out with the token of another sign-in in the same browser', async () => {
		const cookies = new CookieJar();
		const first = await signInFully(identity, { scope, cookies });
		const second = await signInFully(identity, { scope, cookies, client: confidentialClient });
		expect((await logOut(identity, confidentialClient, second.refresh_token)).status).toBe(204);
		expect(await tryRefresh(first.refresh_token)).toEqual(rejected);
	});
});

describe('several sign-ins of one application in one browser', () => {
	const scope = 'openid profile email';

	test('keeps offline families apart from each other and from the session', async () => {
		const cookies = new CookieJar();
		const bound = await signInFully(identity, { scope, cookies });
		const spoiled = await signInFully(identity, { cookies });
		const offline = await signInFully(identity, { cookies });
		const boundAgain = await signInFully(identity, { scope, cookies });
		await refresh(identity, publicClient, spoiled.refresh_token);
		expect(await tryRefresh(spoiled.refresh_token)).toEqual(rejected);
		const { status, body } = await refresh(identity, publicClient, bound.refresh_token);
		expect(status).toBe(200);
		expect((await logOut(identity, publicClient, boundAgain.refresh_token)).status).toBe(204);
		expect(await tryRefresh(body.refresh_token)).toEqual(rejected);
		expect(await tryRefresh(offline.refresh_token)).toEqual({ status: 200 });
	});

	test('grants a narrower scope after a wider one', async () => {
		const cookies = new CookieJar();
		await signInFully(identity, { scope, cookies });
		const { access_token, scope: granted } = await signInFully(identity, {
			scope: 'openid',
			cookies,
		});
		expect(granted).toBe('openid');
		expect(decodeJwt(String(access_token)).scope).toBe('openid');
	});
});

test('lets an authorization code expire', async () => {
	const { verifier, challenge } = createVerifier();
	const parameters = { code_challenge: challenge, code_challenge_method: 'S256' };
	const exchangeAfter = async (seconds: number) => {
		const code = (await authorize(identity, parameters)).get('code');
		passSeconds(seconds);
		return (await postForm(identity, 'token', codeForm(publicClient, code, verifier))).status;
	};
	expect(await exchangeAfter(59)).toBe(200);
	expect(await exchangeAfter(60)).toBe(400);
	identity.setLifetimes({ authorizationCodeSeconds: 2 });
	expect(await exchangeAfter(2)).toBe(400);
});
