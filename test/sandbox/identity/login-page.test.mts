import { CookieJar } from 'tough-cookie';
import { signIn, SignInError } from '../../../sandbox/identity/sign-in.mts';
import type { IdentityServer } from '../../../sandbox/types.mts';
import {
	authorizationUrl,
	authorize,
	createVerifier,
	startTestIdentity,
	user,
	type Parameters,
} from './identity-driver.mts';

let identity: IdentityServer;
beforeAll(async () => {
	identity = await startTestIdentity();
});
afterAll(() => identity.close());

const { challenge } = createVerifier();
const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };

async function openLoginPage(parameters: Parameters, cookies = new CookieJar(), server = identity) {
	let url = new URL(authorizationUrl(server, { ...pkce, ...parameters }));
	let response = await fetch(url, { redirect: 'manual' });
	for (const line of response.headers.getSetCookie()) await cookies.setCookie(line, url.href);
	url = new URL(response.headers.get('location') ?? '', url);
	const cookie = await cookies.getCookieString(url.href);
	response = await fetch(url, { redirect: 'manual', headers: { cookie } });
	return { url, response, page: await response.text(), cookies };
}

const failSignIn = async (parameters: Parameters, username: string, password: string) =>
	await signIn({
		authorizationUrl: authorizationUrl(identity, { ...pkce, ...parameters }),
		username,
		password,
	}).then(
		() => undefined,
		(error: unknown) => error,
	);

describe('language', () => {
	const kinder = ['idp_locale', 'kc_locale', 'ui_locales'];

	test.each([
		[{}, 'en', 'User name'],
		[{ ui_locales: 'de' }, 'de', 'Benutzername'],
		[{ ui_locales: 'fr' }, 'fr', 'Mot de passe'],
		[{ ui_locales: 'es' }, 'es', 'Contraseña'],
		[{ ui_locales: 'nl' }, 'nl', 'Wachtwoord'],
		[{ ui_locales: 'it' }, 'it', 'Nome utente'],
		[{ ui_locales: 'pt' }, 'pt', 'Palavra-passe'],
		[{ ui_locales: 'DE' }, 'de', 'Benutzername'],
		[{ ui_locales: 'de-AT' }, 'de', 'Benutzername'],
		[{ ui_locales: 'xx fr-CA de' }, 'fr', 'Mot de passe'],
		[{ ui_locales: 'de', kc_locale: 'fr' }, 'de', 'Benutzername'],
		[{ kc_locale: 'de' }, 'en', 'User name'],
		[{ idp_locale: 'de' }, 'en', 'User name'],
		[{ ui_locales: 'xx' }, 'en', 'User name'],
		[{ ui_locales: '"><script>' }, 'en', 'User name'],
	])('is the one that the standard parameter asks for: %j', async (parameters, language, label) => {
		const { response, page } = await openLoginPage(parameters);
		expect(response.status).toBe(200);
		expect(page).toContain(`<html lang="${language}">`);
		expect(page).toContain(label);
		expect(page).not.toContain('<script');
	});

	test.each([
		[{ idp_locale: 'de' }, 'de'],
		[{ kc_locale: 'fr' }, 'fr'],
		[{ ui_locales: 'es' }, 'es'],
		[{ idp_locale: 'nl', kc_locale: 'de', ui_locales: 'fr' }, 'nl'],
		[{ idp_locale: 'xx' }, 'en'],
	])('is what a kinder server reads as well: %j', async (parameters, language) => {
		const kind = await startTestIdentity({ languageParameters: kinder });
		try {
			const { page } = await openLoginPage(parameters, undefined, kind);
			expect(page).toContain(`<html lang="${language}">`);
		} finally {
			await kind.close();
		}
	});

	test('is that of the error after a wrong password', async () => {
		const error = await failSignIn({ ui_locales: 'de' }, user.username, 'wrong');
		if (!(error instanceof SignInError)) throw new Error('the sign-in went through');
		expect(error.code).toBe('wrong_credentials');
		expect(error.page).toContain('Benutzername oder Passwort ist falsch.');
	});

	test('is that of the error page', async () => {
		const error = await failSignIn({ ui_locales: 'fr', client_id: 'nobody' }, user.username, 'x');
		if (!(error instanceof SignInError)) throw new Error('the sign-in went through');
		expect(error.code).toBe('rejected');
		expect(error.page).toContain('<html lang="fr">');
	});
});

test('the page shows the account of the sandbox, escaped', async () => {
	const { page } = await openLoginPage({ ui_locales: 'de' });
	const [, username, password] =
		/<code>([^<]+)<\/code>[\s\S]*<code>([^<]+)<\/code>/.exec(page) ?? [];
	expect([username, password?.replace('&amp;', '&')]).toEqual([user.username, user.password]);
	expect(page).toContain('Konto dieser Sandbox');
});

describe('form', () => {
	test.each([
		['a wrong password', user.username, 'wrong'],
		['an empty password', user.username, ''],
		['an unknown user', 'nobody', user.password],
		['no user', '', user.password],
	])('rejects %s', async (_, username, password) => {
		expect(await failSignIn({}, username, password)).toMatchObject({ code: 'wrong_credentials' });
	});

	test('keeps the user name after a wrong password, escaped, and goes on with the right one', async () => {
		const { url, cookies } = await openLoginPage({});
		const post = async (username: string, password: string) =>
			await fetch(url, {
				method: 'POST',
				redirect: 'manual',
				headers: { cookie: await cookies.getCookieString(url.href) },
				body: new URLSearchParams({ username, password }),
			});
		const wrong = await post('"><b>', 'wrong');
		expect(wrong.status).toBe(401);
		const page = await wrong.text();
		expect(page).not.toContain('<b>');
		expect(page).toContain('value="&quot;&gt;&lt;b&gt;"');
		const right = await post(user.username, user.password);
		expect(right.status).toBe(303);
		expect(right.headers.get('location')).toContain('/protocol/openid-connect/auth/');
	});

	test('loads nothing from elsewhere, keeps out of caches and runs no script', async () => {
		const { response, page } = await openLoginPage({});
		expect(page).not.toMatch(/https?:\/\//);
		expect(response.headers.get('cache-control')).toBe('no-store');
		expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
	});

	test('sets cookies that a browser takes over http, for this realm only', async () => {
		const jar = new CookieJar();
		const setCookie = jest.spyOn(jar, 'setCookie');
		await authorize(identity, pkce, jar);
		const stored = setCookie.mock.calls.map(([cookie]) => String(cookie));
		const names = stored.map((cookie) => cookie.split('=')[0]);
		expect(new Set(names)).toEqual(new Set(['_interaction', '_interaction_resume', '_session']));
		for (const cookie of stored) {
			expect(cookie).not.toMatch(/;\s*(secure|domain=)/i);
			expect(cookie).toMatch(/;\s*path=\/realms\/voice-agent/i);
			expect(cookie).toMatch(/;\s*httponly/i);
		}
	});

	test('shows that a sign-in expired where the browser has no cookie of it', async () => {
		const { url } = await openLoginPage({});
		const stranger = await fetch(url, { redirect: 'manual' });
		expect(stranger.status).toBe(400);
		expect(await stranger.text()).toContain('This sign-in has expired.');
	});

	test("does not go on with another browser's sign-in", async () => {
		const first = await openLoginPage({});
		const second = await openLoginPage({});
		const cookie = await second.cookies.getCookieString(second.url.href);
		const body = new URLSearchParams({ username: user.username, password: user.password });
		const response = await fetch(first.url, {
			method: 'POST',
			redirect: 'manual',
			headers: { cookie },
			body,
		});
		expect(response.status).toBe(400);
	});

	test('rejects a body of more than 64 kB', async () => {
		const { url, cookies } = await openLoginPage({});
		const response = await fetch(url, {
			method: 'POST',
			redirect: 'manual',
			headers: { cookie: await cookies.getCookieString(url.href) },
			body: new URLSearchParams({ username: 'a'.repeat(70_000), password: '' }),
		});
		expect(response.status).toBe(413);
	});
});
