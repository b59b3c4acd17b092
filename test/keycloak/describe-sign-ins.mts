import * as z from 'zod/v4';
import type { INodeParameters } from 'n8n-workflow';
import { SignInError } from '../../sandbox/identity/sign-in.mts';
import { observe } from './observations.mts';
import type { Passed } from './start-proxy.mts';
import { runOperation, type ConnectOptions, type Stage, type Suite } from './start-suite.mts';

const getCurrent = { resource: 'user', operation: 'getCurrent' };
const tokenAnswer = z.looseObject({ refresh_expires_in: z.number(), scope: z.string() });

/** The last request to the token endpoint. */
function findTokenRequest({ proxy }: Stage): Passed {
	const found = proxy.passed.filter(({ path }) => path.endsWith('/token')).at(-1);
	if (found === undefined) throw new Error('Keycloak received no token request.');
	return found;
}

const readTokens = (stage: Stage) => tokenAnswer.parse(JSON.parse(findTokenRequest(stage).answer));

/** What Keycloak shows, or what it says to the application. */
async function readRefusal(
	stage: Stage,
	clientId: string,
	options: ConnectOptions,
): Promise<string> {
	try {
		await stage.connect(clientId, options);
		return 'works';
	} catch (error) {
		if (!(error instanceof SignInError)) {
			return error instanceof Error ? `Keycloak tells n8n: ${error.message}` : String(error);
		}
		const words = /id="kc-error-message"[^>]*>([\s\S]*?)<\/p>/.exec(error.page)?.[1] ?? '';
		return `On Keycloak's page: ${words.replace(/<[^>]*>|\s+/g, ' ').trim()}`;
	}
}

/** Connecting a credential through Keycloak's own login page. */
export function describeSignIns(useSuite: () => Suite): void {
	let stage: Stage;
	beforeAll(async () => {
		stage = await useSuite().openStage();
	});
	afterAll(async () => {
		await stage.close();
	});

	describe('a sign-in', () => {
		test('of a public client with PKCE required gives tokens that the API takes', async () => {
			const credential = await stage.connect('public');
			const { form } = findTokenRequest(stage);
			expect(form).toMatchObject({ client_id: 'public', code_verifier: expect.any(String) });
			const { item } = await runOperation(credential, getCurrent);
			expect(item).toMatchObject({ username: 'demo', email: 'demo@example.com' });
		});

		test('of a confidential client with its secret in the form works', async () => {
			const credential = await stage.connect('confidential');
			expect((await runOperation(credential, getCurrent)).read).toBe('works');
		});

		test('with Stay Signed In gives an offline token, which names no end', async () => {
			await stage.connect('public');
			const { refresh_expires_in: ends, scope } = readTokens(stage);
			expect(ends).toBe(0);
			expect(scope.split(' ')).toContain('offline_access');
		});

		test('without Stay Signed In gives a token that ends with the session', async () => {
			await stage.connect('public', { fields: { staySignedIn: false } });
			const { refresh_expires_in: ends, scope } = readTokens(stage);
			expect(ends).toBeGreaterThan(0);
			expect(scope.split(' ')).not.toContain('offline_access');
		});

		test('with slashes behind the address works', async () => {
			const fields = { identityUrl: `${stage.identityUrl}//` };
			const credential = await stage.connect('public', { fields });
			expect((await runOperation(credential, getCurrent)).read).toBe('works');
		});

		test('at a server below a path works, as older Keycloaks have /auth', async () => {
			const below = await useSuite().openStage('/auth');
			try {
				expect(below.identityUrl).toContain('/auth/realms/');
				const credential = await below.connect('public');
				expect((await runOperation(credential, getCurrent)).read).toBe('works');
			} finally {
				await below.close();
			}
		});
	});

	describe('the sign-in language', () => {
		async function readLanguage(fields: INodeParameters): Promise<string | undefined> {
			const { loginPage } = await stage.openPage(stage.describe('public', fields));
			return /<html[^>]* lang="([^"]+)"/.exec(loginPage)?.[1];
		}

		test.each(['de', 'DE', 'de-DE'])('%s shows the German page', async (locale) => {
			expect(await readLanguage({ locale })).toBe('de');
		});

		test('is English without one, and under another name alone', async () => {
			expect(await readLanguage({})).toBe('en');
			expect(await readLanguage({ authQueryParameters: 'kc_locale=de' })).toBe('en');
			expect(await readLanguage({ authQueryParameters: 'ui_locales=de' })).toBe('de');
		});
	});

	describe('a Connect that fails', () => {
		const section = 'Connecting';

		test.each<[string, string, ConnectOptions]>([
			['The client lacks the scope `offline_access`', 'no-offline-access', {}],
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
			observe(section, done, await readRefusal(stage, clientId, options));
		});

		test('a client without an audience mapper connects, and the API refuses its token', async () => {
			const credential = await stage.connect('no-audience');
			const { read } = await runOperation(credential, getCurrent);
			observe(section, 'The client has no audience mapper', `Connects. Get Current: ${read}`);
		});
	});
}
