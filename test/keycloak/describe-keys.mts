import { decodeProtectedHeader } from 'jose';
import * as z from 'zod/v4';
import type { StoredCredential } from '../nodes/host/stored-credential.mts';
import { connectInContext, runInContext } from './connect-in-context.mts';
import { addRealmKey } from './deliver.mts';
import { observe } from './observations.mts';
import { getCurrent, getUserInfo, verifyToken } from './operations.mts';
import type { Stage, Suite } from './start-suite.mts';

const section = 'Tokens and keys';

const verified = { access_token: { valid: true }, id_token: { valid: true } };
const connected = z.looseObject({ access_token: z.string() });
const discovery = z.looseObject({
	id_token_signing_alg_values_supported: z.array(z.string()),
});

// Shared secrets, which sign no token that others verify, are left out.
const algorithms = [
	'RS256',
	'RS384',
	'RS512',
	'PS256',
	'PS384',
	'PS512',
	'ES256',
	'ES384',
	'ES512',
	'EdDSA',
];

const readHeader = ({ data }: StoredCredential) =>
	decodeProtectedHeader(connected.parse(data.oauthTokenData).access_token);

/** How Keycloak signs, and what it puts into tokens. */
export function describeKeys(useSuite: () => Suite): void {
	describe('tokens', () => {
		let stage: Stage;
		beforeAll(async () => {
			stage = await useSuite().openStage();
		});

		test.each([
			['The client issues lightweight access tokens', 'lightweight', { status: 401, answer: '' }],
			['The client signs user info', 'signed-user-info', { status: 200 }],
		])('%s', async (done, clientId, answered) => {
			const credential = await stage.connect(clientId);
			const api = await credential.run(getCurrent);
			const identity = await credential.run(getUserInfo);
			observe(section, done, `Get Current: ${api.read}. Get User Info: ${identity.read}`);
			const asked = stage.proxy.passed.filter(({ path }) => path.endsWith('/userinfo'));
			expect(asked.at(-1)).toMatchObject(answered);
		});

		test('signed by a new key of the realm are taken, and those of the old key still verify', async () => {
			const before = await connectInContext(stage);
			expect(await runInContext(before, verifyToken)).toMatchObject(verified);
			await addRealmKey(stage);
			const after = await connectInContext(stage);
			expect(readHeader(after).kid).not.toBe(readHeader(before).kid);
			expect(await runInContext(after, getCurrent)).toMatchObject({ username: 'demo' });
			// The keys are asked for again once that is not too soon after the last time.
			const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
			try {
				expect(await runInContext(after, verifyToken)).toMatchObject(verified);
				expect(await runInContext(before, verifyToken)).toMatchObject(verified);
			} finally {
				clock.mockRestore();
			}
		});

		test.each(algorithms)('signed by %s are taken by the API and verify', async (algorithm) => {
			// A realm of its own: the keys of a known one are not looked up again at once.
			const signed = await useSuite().openStage();
			await signed.admin('PUT', '', { defaultSignatureAlgorithm: algorithm });
			const credential = await connectInContext(signed);
			expect(readHeader(credential).alg).toBe(algorithm);
			expect(await runInContext(credential, getCurrent)).toMatchObject({ username: 'demo' });
			expect(await runInContext(credential, verifyToken)).toMatchObject(verified);
		});

		test('are signed by no other algorithm', async () => {
			const answer = await fetch(`${stage.identityServerUrl}/.well-known/openid-configuration`);
			const { id_token_signing_alg_values_supported: offered } = discovery.parse(
				await answer.json(),
			);
			const signing = offered.filter((name) => !name.startsWith('HS') && name !== 'none');
			expect(signing.toSorted()).toEqual(algorithms.toSorted());
		});
	});
}
