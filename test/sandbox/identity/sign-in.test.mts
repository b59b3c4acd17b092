import { CookieJar } from 'tough-cookie';
import { readPages } from '../../support/read-docs.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import {
	authorizationUrl,
	authorize,
	callback,
	endpoint,
	everyScope,
	exchangeCode,
	failSignIn,
	signInByBrowser,
	type Parameters,
} from './identity-driver.mts';

const sandbox = useSandbox();
const troubleshooting =
	readPages().find(({ file }) => file === 'docs/troubleshooting.md')?.text ?? '';
const noChallenge = { code_challenge: undefined, code_challenge_method: undefined };

describe('the paths of part 4.2', () => {
	test('are what discovery lists', async () => {
		const response = await fetch(`${sandbox.identityServerUrl}/.well-known/openid-configuration`);
		const document = await response.json();
		const listed = Object.entries(document).filter(([key]) => /_endpoint$|^jwks_uri$/.test(key));
		expect(Object.fromEntries(listed)).toEqual({
			authorization_endpoint: endpoint(sandbox, 'auth'),
			token_endpoint: endpoint(sandbox, 'token'),
			userinfo_endpoint: endpoint(sandbox, 'userinfo'),
			end_session_endpoint: endpoint(sandbox, 'logout'),
			jwks_uri: endpoint(sandbox, 'certs'),
		});
		expect(document).toMatchObject({
			issuer: sandbox.identityServerUrl,
			code_challenge_methods_supported: ['S256'],
			response_types_supported: ['code'],
			grant_types_supported: ['authorization_code', 'refresh_token'],
			scopes_supported: everyScope.split(' '),
			id_token_signing_alg_values_supported: ['RS256'],
		});
	});

	test('serve public keys alone', async () => {
		const served = await (await fetch(endpoint(sandbox, 'certs'))).json();
		expect(served).toEqual(await sandbox.identity.jwks());
		expect(served.keys.map((key: object) => Object.keys(key).sort())).toEqual([
			['alg', 'e', 'kid', 'kty', 'n', 'use'],
		]);
	});

	test.each([
		['GET', '/Protocol/openid-connect/certs', 404],
		['GET', '/protocol/openid-connect/certs/', 404],
		['GET', '/protocol/openid-connect/registrations', 404],
		['POST', '/protocol/openid-connect/auth', 405],
	])('are the only ones: %s %s is not served', async (method, path, status) => {
		const response = await fetch(`${sandbox.identityServerUrl}${path}`, { method });
		expect(response.status).toBe(status);
	});

	test('are served below the realm alone; what is outside says what the address ends in', async () => {
		const outside = new URL('/protocol/openid-connect/certs', sandbox.identityServerUrl);
		const response = await fetch(outside);
		expect(response.status).toBe(404);
		expect((await response.json()).error_description).toMatch(/ends in \/realms\/voice-agent\.$/);
		const shown = await fetch(outside, { headers: { accept: 'text/html,*/*;q=0.8' } });
		const page = await shown.text();
		expect(page).toContain(`<code>${sandbox.identityServerUrl}</code>`);
		expect(page).toContain('<h1>Not Found</h1>');
		expect(troubleshooting).toContain('identity server: "Not Found"');
	});
});

describe('an authorization request', () => {
	test.each<[string, Parameters]>([
		['an unknown application', { client_id: 'nobody' }],
		['no redirect URI', { redirect_uri: undefined }],
		['a redirect URI that only begins like it', { redirect_uri: `${callback}/` }],
		['another loopback port', { redirect_uri: callback.replace(':5678', ':5679') }],
	])('with %s ends at a page, not at the redirect URI', async (_name, changed) => {
		const response = await fetch(authorizationUrl(sandbox, changed), { redirect: 'manual' });
		expect(response.status).toBe(400);
		expect(response.headers.get('location')).toBeNull();
	});

	test('of an unknown application shows the words that Troubleshooting quotes', async () => {
		const { page } = await failSignIn(sandbox, { client_id: 'nobody' });
		expect(page).toContain('<code>invalid_client: client is invalid</code>');
		expect(troubleshooting).toContain('"invalid_client" with "client is invalid"');
	});

	test.each<[string, Parameters, string]>([
		['another response type', { response_type: 'dance' }, 'unsupported_response_type'],
		['an unknown scope', { scope: 'openid everything' }, 'invalid_scope'],
		['no challenge', noChallenge, 'invalid_request'],
		['a challenge of method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
	])('of a public application with %s comes back as an error', async (_name, changed, error) => {
		const query = Object.fromEntries(await authorize(sandbox, changed));
		expect(query).toMatchObject({ state: 'state-1', error });
		expect(query).not.toHaveProperty('code');
	});
});

describe('the login page', () => {
	test('takes no wrong user name or password', async () => {
		const { user } = sandbox;
		for (const wrong of [{ password: 'wrong' }, { password: '' }, { username: 'nobody' }]) {
			const { code } = await failSignIn(sandbox, {}, { ...user, ...wrong });
			expect(code).toBe('wrong_credentials');
		}
	});

	test('is shown once in a browser, until the session ends', async () => {
		const cookies = new CookieJar();
		const isShown = async () => (await signInByBrowser(sandbox, {}, cookies)).loginPage !== '';
		expect([await isShown(), await isShown()]).toEqual([true, false]);
		await sandbox.identity.endBrowserSessions(sandbox.user.id);
		expect(await isShown()).toBe(true);
	});

	test.each([
		[{}, 'en', 'User name'],
		[{ ui_locales: 'de' }, 'de', 'Benutzername'],
		[{ ui_locales: 'xx de-AT en' }, 'de', 'Passwort'],
		// A real Keycloak reads the standard's name alone.
		[{ kc_locale: 'de' }, 'en', 'User name'],
	])('is in the language that %j asks for: %s', async (parameters, language, label) => {
		const { loginPage } = await signInByBrowser(sandbox, parameters);
		expect(loginPage).toContain(`<html lang="${language}">`);
		expect(loginPage).toContain(label);
		expect(loginPage).not.toMatch(/<script|https?:\/\//);
		expect(loginPage).toContain(`<code>${sandbox.user.password}</code>`);
	});

	test('says in the same language what went wrong', async () => {
		const wrong = { ...sandbox.user, username: '"><b>' };
		const { page } = await failSignIn(sandbox, { ui_locales: 'de' }, wrong);
		expect(page).toContain('Benutzername oder Passwort ist falsch.');
		expect(page).toContain('value="&quot;&gt;&lt;b&gt;"');
		const rejected = await failSignIn(sandbox, { ui_locales: 'de', client_id: 'nobody' });
		expect(rejected).toMatchObject({ code: 'rejected', page: expect.stringContaining('"de"') });
	});
});

describe('a code exchange', () => {
	// What RFC 6749 and 7636 say of any code is for the library to keep; these follow from our settings.
	test.each<[string, 'public' | 'confidential', Parameters, Parameters, number, string]>([
		['no verifier', 'public', {}, { code_verifier: undefined }, 400, 'invalid_grant'],
		['a secret', 'public', {}, { client_secret: 'one' }, 401, 'invalid_client'],
		['its secret and PKCE', 'confidential', {}, {}, 200, ''],
		['its secret alone', 'confidential', noChallenge, { code_verifier: undefined }, 200, ''],
		['a wrong secret', 'confidential', {}, { client_secret: 'wrong' }, 401, 'invalid_client'],
		['no secret', 'confidential', {}, { client_secret: undefined }, 401, 'invalid_client'],
	])('with %s of a %s application', async (_name, type, asked, changed, status, error) => {
		const client = sandbox.clients[type];
		const query = await authorize(sandbox, { client_id: client.clientId, ...asked });
		const { status: answered, body } = await exchangeCode(
			sandbox,
			query.get('code'),
			client,
			changed,
		);
		expect([answered, body.error ?? '']).toEqual([status, error]);
	});

	test('of the same code a second time is rejected', async () => {
		const code = (await authorize(sandbox)).get('code');
		expect((await exchangeCode(sandbox, code)).status).toBe(200);
		expect((await exchangeCode(sandbox, code)).status).toBe(400);
	});
});
