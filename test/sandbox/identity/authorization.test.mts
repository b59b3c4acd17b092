import { CookieJar } from 'tough-cookie';
import { signIn } from '../../../sandbox/identity/sign-in.mts';
import type { IdentityServer } from '../../../sandbox/types.mts';
import {
	authorizationUrl,
	authorize,
	callback,
	codeForm,
	confidentialClient,
	createVerifier,
	endpoint,
	everyScope,
	freezeClock,
	otherUser,
	postForm,
	publicClient,
	startTestIdentity,
	user,
	type Parameters,
} from './identity-driver.mts';

let identity: IdentityServer;
beforeAll(async () => {
	identity = await startTestIdentity();
});
afterAll(() => identity.close());

const { verifier, challenge } = createVerifier();
const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };

describe('authorization request', () => {
	const rejectedByPage: [string, Parameters, number][] = [
		['an unknown application', { client_id: 'nobody' }, 400],
		['no application', { client_id: undefined }, 400],
		['no redirect URI', { redirect_uri: undefined }, 400],
		['another path', { redirect_uri: `${callback}/more` }, 400],
		['a trailing slash', { redirect_uri: `${callback}/` }, 400],
		['a further query', { redirect_uri: `${callback}?more=1` }, 400],
		['another loopback port', { redirect_uri: callback.replace(':5678', ':5679') }, 400],
		[
			'another spelling of the host',
			{ redirect_uri: callback.replace('127.0.0.1', 'localhost') },
			400,
		],
		['another case', { redirect_uri: callback.replace('/rest', '/REST') }, 400],
	];
	test.each(rejectedByPage)('shows an error page for %s', async (_, parameters, status) => {
		const url = authorizationUrl(identity, { ...pkce, ...parameters });
		const response = await fetch(url, { redirect: 'manual' });
		expect({ status: response.status, location: response.headers.get('location') }).toEqual({
			status,
			location: null,
		});
	});

	test('matches loopback ports exactly for an application with a scheme of its own too', async () => {
		identity.setClients([{ ...publicClient, redirectUris: ['my.app:/callback', callback] }]);
		const redirect_uri = callback.replace(':5678', ':5679');
		const url = authorizationUrl(identity, { ...pkce, redirect_uri });
		const { status } = await fetch(url, { redirect: 'manual' });
		identity.setClients([publicClient, confidentialClient]);
		expect(status).toBe(400);
	});

	const rejectedByRedirect: [string, Parameters, string][] = [
		['another response type', { response_type: 'dance' }, 'unsupported_response_type'],
		['no response type', { response_type: undefined }, 'invalid_request'],
		['an unknown scope', { scope: 'openid everything' }, 'invalid_scope'],
		['prompt=none without a session', { prompt: 'none', scope: 'openid' }, 'login_required'],
		['an unknown prompt', { prompt: 'dance' }, 'invalid_request'],
	];
	test.each(rejectedByRedirect)('sends back an error for %s', async (_, parameters, error) => {
		const query = await authorize(identity, { ...pkce, ...parameters });
		expect({
			error: query.get('error'),
			state: query.get('state'),
			code: query.get('code'),
		}).toEqual({ error, state: 'state-1', code: null });
	});

	test('returns code and state unchanged on the callback', async () => {
		const state = 'a+b/c=&d ä%20';
		const query = await authorize(identity, { ...pkce, state });
		expect(query.get('state')).toBe(state);
		expect(query.get('code')).toMatch(/^[\w-]{20,}$/);
	});

	test('takes any exactly registered redirect URI, of other schemes too', async () => {
		const redirectUris = ['my.app:/callback', 'http://localhost:7/a?b=c', 'https://n8n.example/cb'];
		identity.setClients([{ ...publicClient, redirectUris: [...redirectUris, callback] }]);
		const seen: string[] = [];
		for (const redirect_uri of redirectUris.slice(0, 1)) {
			const { callbackUrl } = await signIn({
				authorizationUrl: authorizationUrl(identity, { ...pkce, redirect_uri }),
				username: user.username,
				password: user.password,
			});
			seen.push(callbackUrl.split(/[?&]code=/)[0] ?? '');
		}
		identity.setClients([{ ...publicClient, redirectUris: redirectUris.slice(1) }]);
		for (const redirect_uri of redirectUris.slice(1)) {
			const { callbackUrl } = await signIn({
				authorizationUrl: authorizationUrl(identity, { ...pkce, redirect_uri }),
				username: user.username,
				password: user.password,
			});
			seen.push(callbackUrl.split(/[?&]code=/)[0] ?? '');
		}
		identity.setClients([publicClient, confidentialClient]);
		expect(seen).toEqual(redirectUris);
	});
});

describe('code exchange', () => {
	const rejectedExchanges: [string, Parameters, number, string][] = [
		['an unknown code', { code: 'unknown' }, 400, 'invalid_grant'],
		['no code', { code: undefined }, 400, 'invalid_request'],
		['another redirect URI', { redirect_uri: `${callback}/` }, 400, 'invalid_grant'],
		['no redirect URI', { redirect_uri: undefined }, 400, 'invalid_request'],
		['an unknown application', { client_id: 'nobody' }, 401, 'invalid_client'],
		['no application', { client_id: undefined }, 400, 'invalid_request'],
		['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
		[
			"another application's code",
			{ client_id: confidentialClient.clientId, client_secret: confidentialClient.clientSecret },
			400,
			'invalid_grant',
		],
	];
	test.each(rejectedExchanges)('rejects %s', async (_, changed, status, error) => {
		const code = (await authorize(identity, pkce)).get('code');
		const form = { ...codeForm(publicClient, code, verifier), ...changed };
		const answer = await postForm(identity, 'token', form);
		expect({ status: answer.status, error: answer.body.error }).toEqual({ status, error });
	});

	test('rejects a code used twice and revokes what it gave', async () => {
		const code = (await authorize(identity, pkce)).get('code');
		const form = codeForm(publicClient, code, verifier);
		const first = await postForm(identity, 'token', form);
		const second = await postForm(identity, 'token', form);
		const refreshed = await postForm(identity, 'token', {
			grant_type: 'refresh_token',
			client_id: publicClient.clientId,
			refresh_token: String(first.body.refresh_token),
		});
		expect([first.status, second.status, refreshed.status]).toEqual([200, 400, 400]);
	});

	test('lets only one of two simultaneous exchanges through', async () => {
		const code = (await authorize(identity, pkce)).get('code');
		const form = codeForm(publicClient, code, verifier);
		const answers = await Promise.all([1, 2, 3].map(() => postForm(identity, 'token', form)));
		expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
	});

	const wrongSecrets: [string, Parameters][] = [
		['a wrong secret', { client_secret: 'wrong' }],
		['no secret', { client_secret: undefined }],
		['an empty secret', { client_secret: '' }],
	];
	test.each(wrongSecrets)('rejects a confidential application with %s', async (_, changed) => {
		const client_id = confidentialClient.clientId;
		const code = (await authorize(identity, { client_id })).get('code');
		const form = { ...codeForm(confidentialClient, code), ...changed };
		const { status, body } = await postForm(identity, 'token', form);
		expect({ status, error: body.error }).toEqual({ status: 401, error: 'invalid_client' });
	});

	test('takes the secret from the Authorization header as well', async () => {
		const { clientId, clientSecret } = confidentialClient;
		const code = (await authorize(identity, { client_id: clientId })).get('code');
		const form = { ...codeForm(confidentialClient, code), client_secret: undefined };
		const basic = `${clientId}:${encodeURIComponent(clientSecret)}`;
		const { status } = await postForm(identity, 'token', form, {
			authorization: `Basic ${Buffer.from(basic).toString('base64')}`,
		});
		expect(status).toBe(200);
	});
});

describe('browser session', () => {
	test('signs in once: the same browser sees no login page again', async () => {
		const cookies = new CookieJar();
		const options = {
			authorizationUrl: authorizationUrl(identity, pkce),
			username: user.username,
			password: user.password,
			cookies,
		};
		const first = await signIn(options);
		const second = await signIn(options);
		expect(first.loginPage).toContain('<form');
		expect(second.loginPage).toBe('');
		expect(new URL(second.callbackUrl).searchParams.get('code')).not.toBeNull();
	});

	test('ends with its lifetime to the second: then the login page is shown again', async () => {
		const seen: boolean[] = [];
		freezeClock(new Date());
		identity.setLifetimes({ sessionSeconds: 10 });
		const cookies = new CookieJar();
		for (const seconds of [0, 9, 1]) {
			jest.setSystemTime(Date.now() + seconds * 1000);
			const { loginPage } = await signIn({
				authorizationUrl: authorizationUrl(identity, pkce),
				username: user.username,
				password: user.password,
				cookies,
			});
			seen.push(loginPage !== '');
		}
		jest.useRealTimers();
		await identity.reset();
		expect(seen).toEqual([true, false, true]);
	});

	test('lets another user sign in in the same browser with prompt=login', async () => {
		const cookies = new CookieJar();
		await authorize(identity, pkce, cookies);
		const { callbackUrl } = await signIn({
			authorizationUrl: authorizationUrl(identity, { ...pkce, prompt: 'login' }),
			username: otherUser.username,
			password: otherUser.password,
			cookies,
		});
		const code = new URL(callbackUrl).searchParams.get('code');
		const { body } = await postForm(identity, 'token', codeForm(publicClient, code, verifier));
		const claims = JSON.parse(
			Buffer.from(String(body.access_token).split('.')[1] ?? '', 'base64url').toString(),
		);
		expect(claims.sub).toBe(otherUser.id);
	});
});

describe('paths', () => {
	test('lists exactly the paths of part 4.2 in its discovery document', async () => {
		const response = await fetch(`${identity.url}/.well-known/openid-configuration`);
		const document = await response.json();
		const listed = Object.entries(document).filter(([key]) => /_endpoint$|^jwks_uri$/.test(key));
		expect(Object.fromEntries(listed)).toEqual({
			authorization_endpoint: endpoint(identity, 'auth'),
			token_endpoint: endpoint(identity, 'token'),
			userinfo_endpoint: endpoint(identity, 'userinfo'),
			end_session_endpoint: endpoint(identity, 'logout'),
			jwks_uri: endpoint(identity, 'certs'),
		});
		expect(document).toMatchObject({
			issuer: identity.url,
			code_challenge_methods_supported: ['S256'],
			response_types_supported: ['code'],
			grant_types_supported: ['authorization_code', 'refresh_token'],
			scopes_supported: everyScope.split(' '),
			id_token_signing_alg_values_supported: ['RS256'],
		});
	});

	test.each([
		['GET', '/.well-known/oauth-authorization-server', 404],
		['GET', '/Protocol/openid-connect/certs', 404],
		['GET', '/protocol/openid-connect/certs/', 404],
		['GET', '/protocol/openid-connect/registrations', 404],
		['GET', '/me', 404],
		['POST', '/protocol/openid-connect/auth', 405],
		['GET', '/protocol/openid-connect/token', 405],
		['POST', '/protocol/openid-connect/userinfo', 405],
		['GET', '/protocol/openid-connect/logout', 405],
	])('does not serve %s %s', async (method, path, status) => {
		const response = await fetch(`${identity.url}${path}`, { method });
		expect(response.status).toBe(status);
	});

	test('serves nothing outside its realm, and says what the address ends in', async () => {
		const outside = new URL('/protocol/openid-connect/certs', identity.url);
		const response = await fetch(outside);
		expect(response.status).toBe(404);
		expect((await response.json()).error_description).toMatch(/ends in \/realms\/voice-agent\.$/);
	});

	test('tells a browser the whole address', async () => {
		const outside = new URL('/protocol/openid-connect/auth', identity.url);
		const response = await fetch(outside, { headers: { accept: 'text/html,*/*;q=0.8' } });
		expect(response.status).toBe(404);
		expect(await response.text()).toContain(`<code>${identity.url}</code>`);
	});

	test('serves only public keys', async () => {
		const served = await (await fetch(endpoint(identity, 'certs'))).json();
		expect(served).toEqual(await identity.jwks());
		expect(served.keys.map((key: object) => Object.keys(key).sort())).toEqual([
			['alg', 'e', 'kid', 'kty', 'n', 'use'],
		]);
	});
});
