import { observe } from './observations.mts';
import { runOperation, type Stage, type Suite } from './start-suite.mts';

const section = 'Tokens and keys';
const operations = {
	'Get Current': { resource: 'user', operation: 'getCurrent' },
	'Get User Info': { resource: 'identity', operation: 'getUserInfo' },
};

/** How Keycloak signs, and what it puts into tokens. */
export function describeKeys(useSuite: () => Suite): void {
	describe('tokens', () => {
		let stage: Stage;
		beforeAll(async () => {
			stage = await useSuite().openStage();
		});
		afterAll(async () => {
			await stage.close();
		});

		test.each([
			['The client issues lightweight access tokens', 'lightweight'],
			['The client signs user info', 'signed-user-info'],
		])('%s', async (done, clientId) => {
			const credential = await stage.connect(clientId);
			const lines: string[] = [];
			for (const [name, parameters] of Object.entries(operations)) {
				lines.push(`${name}: ${(await runOperation(credential, parameters)).read}`);
			}
			observe(section, done, lines.join('. '));
		});

		test.each(['RS256', 'RS512', 'PS256', 'ES256', 'EdDSA'])(
			'signed by %s are taken by the API and verify',
			async (defaultSignatureAlgorithm) => {
				// A realm of its own: the keys of a known one are not looked up again at once.
				const signed = await useSuite().openStage();
				try {
					await signed.admin('PUT', '', { defaultSignatureAlgorithm });
					const credential = await signed.connect('public');
					expect((await runOperation(credential, operations['Get Current'])).read).toBe('works');
					const parameters = { resource: 'identity', operation: 'verifyToken' };
					const { item } = await runOperation(credential, parameters);
					expect(item).toMatchObject({ access_token: { valid: true }, id_token: { valid: true } });
				} finally {
					await signed.close();
				}
			},
		);
	});
}
