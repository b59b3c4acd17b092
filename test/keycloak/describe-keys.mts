import { decodeProtectedHeader } from 'jose';
import * as z from 'zod/v4';
import type { StoredCredential } from '../nodes/host/stored-credential.mts';
import { observe } from './observations.mts';
import { runOperation, type Stage, type Suite } from './start-suite.mts';

const section = 'Tokens and keys';
const operations = {
	'Get Current': { resource: 'user', operation: 'getCurrent' },
	'Get User Info': { resource: 'identity', operation: 'getUserInfo' },
};

const verifyToken = { resource: 'identity', operation: 'verifyToken' };
const verified = { access_token: { valid: true }, id_token: { valid: true } };
const connected = z.looseObject({ access_token: z.string() });

const readKeyId = ({ data }: StoredCredential): string | undefined =>
	decodeProtectedHeader(connected.parse(data.oauthTokenData).access_token).kid;

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

		test('signed by a new key of the realm are taken, and those of the old key still verify', async () => {
			const before = await stage.connect('public');
			expect((await runOperation(before, verifyToken)).item).toMatchObject(verified);
			await stage.admin('POST', '/components', {
				name: 'new-key',
				providerId: 'rsa-generated',
				providerType: 'org.keycloak.keys.KeyProvider',
				config: { priority: ['200'], algorithm: ['RS256'] },
			});
			const after = await stage.connect('public');
			expect(readKeyId(after)).not.toBe(readKeyId(before));
			expect((await runOperation(after, operations['Get Current'])).read).toBe('works');
			// The keys are asked for again once that is not too soon after the last time.
			const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
			try {
				expect((await runOperation(after, verifyToken)).item).toMatchObject(verified);
				expect((await runOperation(before, verifyToken)).item).toMatchObject(verified);
			} finally {
				clock.mockRestore();
			}
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
					expect((await runOperation(credential, verifyToken)).item).toMatchObject(verified);
				} finally {
					await signed.close();
				}
			},
		);
	});
}
