import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { SignInError } from '../../host/sign-in.mts';
import type { ConnectOptions } from './connect-in-n8n.mts';
import { secret } from './describe-realm.mts';
import { observe } from './observations.mts';
import { getCurrent } from './operations.mts';
import { findTokenRequest, readTokens } from './read-tokens.mts';
import { useStage, type Stage, type Suite } from './start-suite.mts';

/** What Keycloak's or n8n's page shows. */
async function readRejection(
	stage: Stage,
	clientId: string,
	options: ConnectOptions,
): Promise<string> {
	try {
		await stage.connect(clientId, options);
		return 'works';
	} catch (error) {
		if (error instanceof SignInError) return `On Keycloak's page: ${readKeycloakPage(error)}`;
		return `On n8n's page: ${readN8nPage(error)}`;
	}
}

function readKeycloakPage({ page }: SignInError): string {
	const words = /id="kc-error-message"[^>]*>([\s\S]*?)<\/p>/.exec(page)?.[1] ?? '';
	return words.replace(/<[^>]*>|\s+/g, ' ').trim();
}

/** The words of n8n's page, of what Keycloak sent there only the error: the rest differs each time. */
function readN8nPage(error: unknown): string {
	const text = (error instanceof Error ? error.message : String(error))
		.replaceAll('&quot;', '"')
		.replace(/^n8n did not connect the credential: (n8n - OAuth Callback )?/, '');
	const code = /"error":"([^"]+)"/.exec(text)?.[1];
	const words = /"error_description":"([^"]+)"/.exec(text)?.[1];
	const [shown = ''] = text.split(' More details');
	return [shown, code, words].filter(Boolean).join(' ');
}

/** Connecting a credential through n8n's endpoints and Keycloak's own login page. */
export function describeSignIns(useSuite: () => Suite): void {
	const stage = useStage(useSuite);

	describe('a sign-in', () => {
		test('of a public client with PKCE required gives tokens that the API takes, and no end', async () => {
			const credential = await stage.connect('public');
			const { form } = findTokenRequest(stage);
			expect(form).toMatchObject({ client_id: 'public', code_verifier: expect.any(String) });
			expect(form).not.toHaveProperty('client_secret');
			const { item } = await credential.run(getCurrent);
			expect(item).toMatchObject({ username: 'demo', email: 'demo@example.com' });
			const { refresh_expires_in: ends, scope } = readTokens(stage);
			expect(ends).toBe(0);
			expect(scope.split(' ')).toContain('offline_access');
		});

		test('of a confidential client with its secret in the form works', async () => {
			const credential = await stage.connect('confidential');
			const sent = { client_id: 'confidential', client_secret: secret };
			const { form } = findTokenRequest(stage);
			expect(form).toMatchObject({ ...sent, code_verifier: expect.any(String) });
			expect((await credential.run(getCurrent)).read).toBe('works');
		});

		test('without Stay Signed In gives a token that ends with the session', async () => {
			await stage.connect('public', { staySignedIn: false });
			const { refresh_expires_in: ends, scope } = readTokens(stage);
			expect(ends).toBeGreaterThan(0);
			expect(scope.split(' ')).not.toContain('offline_access');
		});

		test('at a server below a path works, as older Keycloaks have /auth', async () => {
			const below = await useSuite().openStage('/auth');
			expect(below.identityServerUrl).toContain('/auth/realms/');
			const credential = await below.connect('public');
			expect((await credential.run(getCurrent)).read).toBe('works');
		});
	});

	test('the sign-in language is that of ui_locales, and English without it', async () => {
		/** The language of the page that Connect opens, its address without this parameter. */
		async function readLanguage(signInLanguage: string, left = ''): Promise<string | undefined> {
			const credential = await stage.save('public', { advancedSettings: true, signInLanguage });
			const url = new URL(await credential.openConnect());
			url.searchParams.delete(left);
			const page = await (await fetch(url)).text();
			return /<html[^>]* lang="([^"]+)"/.exec(page)?.[1];
		}
		expect(await readLanguage('de-DE')).toBe('de');
		expect(await readLanguage('')).toBe('en');
		expect(await readLanguage('de', 'ui_locales')).toBe('en');
		expect(await readLanguage('DE', 'kc_locale')).toBe('de');
	});

	test('more parameters and scopes reach Keycloak, and what n8n sends itself stays', async () => {
		const credential = await stage.connect('public', {
			fields: {
				advancedSettings: true,
				authorizationParameters:
					'nonce=n-1&prompt=login&state=forged&no-pair&response_mode=fragment',
				moreScopes: 'phone a"b',
			},
		});
		const { item } = await credential.run({
			resource: 'identity',
			operation: 'verifyToken',
		});
		expect(item).toMatchObject({
			id_token: { valid: true, claims: { nonce: 'n-1' } },
			scope: { granted: expect.arrayContaining(['phone']), missing: [] },
		});
	});

	describe('a Connect that fails', () => {
		const section = 'Connecting';
		const confidential = { fields: { applicationType: 'confidential', clientSecret: secret } };

		test.each<[string, string, ConnectOptions]>([
			['The client lacks the scope `offline_access`', 'no-offline-access', {}],
			['The client lacks the scope `profile`', 'no-profile', {}],
			['The user lacks the role `offline_access`', 'public', { username: 'roleless' }],
			['The client has another redirect URI', 'other-redirect', {}],
			['The client ID is unknown', 'nobody', {}],
			['The client secret is wrong', 'confidential', { fields: { clientSecret: 'wrong' } }],
			[
				'The client has a secret, and Application Type says Public',
				'confidential',
				{ fields: { applicationType: 'public' } },
			],
		])('%s', async (done, clientId, options) => {
			observe(section, done, await readRejection(stage, clientId, options));
		});

		// What n8n cannot do: it sends a secret, in the form, or none.
		test.each<[string, string, Record<string, string>, ConnectOptions]>([
			[
				'demands pushed authorization requests',
				'client-secret',
				{ 'require.pushed.authorization.requests': 'true' },
				{},
			],
			[
				'demands a signed request object',
				'client-secret',
				{ 'request.object.required': 'request only' },
				{},
			],
			['demands DPoP', 'client-secret', { 'dpop.bound.access.tokens': 'true' }, {}],
			[
				'binds tokens to a certificate',
				'client-secret',
				{ 'tls.client.certificate.bound.access.tokens': 'true' },
				{},
			],
			['demands a certificate', 'client-x509', { 'x509.subjectdn': 'CN=n8n' }, confidential],
			['demands a signed JWT', 'client-jwt', {}, confidential],
			[
				'demands its secret in a header',
				'client-secret',
				{ 'client.secret.authentication.allowed.method': 'client_secret_basic' },
				confidential,
			],
		])('the client %s', async (demand, clientAuthenticatorType, attributes, options) => {
			const clientId = randomUUID();
			const publicClient = options !== confidential;
			await stage.admin('POST', '/clients', {
				...{ clientId, publicClient, attributes, clientAuthenticatorType },
				...(!publicClient && { secret }),
				redirectUris: [stage.callback],
			});
			const rejection = await readRejection(stage, clientId, options);
			observe(section, `The client ${demand}`, rejection);
		});

		test('the realm does not exist', async () => {
			const fields = { identityServerUrl: `${stage.identityServerUrl}-misspelled` };
			observe(section, 'The realm is misspelled', await readRejection(stage, 'public', { fields }));
		});

		test.each([
			['scope', 'no-offline-access', 'demo'],
			['role', 'public', 'roleless'],
		])(
			'for lack of the %s `offline_access` works without Stay Signed In',
			async (_, clientId, username) => {
				const credential = await stage.connect(clientId, { username, staySignedIn: false });
				expect((await credential.run(getCurrent)).read).toBe('works');
			},
		);

		test('a client without an audience mapper connects, and the API rejects its token', async () => {
			const credential = await stage.connect('no-audience');
			expect(decodeJwt(readTokens(stage).access_token).aud).toBe('account');
			const { read } = await credential.run(getCurrent);
			observe(section, 'The client has no audience mapper', `Connects. Get Current: ${read}`);
		});
	});
}
