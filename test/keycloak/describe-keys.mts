import { decodeProtectedHeader } from 'jose';
import * as z from 'zod/v4';
import { VoiceAgentOAuth2Api } from '../../credentials/VoiceAgentOAuth2Api.credentials.ts';
import { later } from '../support/clock.mts';
import { run as runInContext } from '../support/in-process/driver.mts';
import { resolveCredential } from '../support/in-process/resolve-credential.mts';
import { StoredCredential } from '../support/in-process/stored-credential.mts';
import type { SavedCredential } from './connect-in-n8n.mts';
import { addRealmKey } from './deliver.mts';
import { observe } from './observations.mts';
import { getCurrent, getUserInfo, verifyToken } from './operations.mts';
import { findTokenRequest, readTokens } from './read-tokens.mts';
import { useStage, type Stage, type Suite } from './start-suite.mts';

const section = 'Tokens and keys';

const verified = { access_token: { valid: true }, id_token: { valid: true } };
const discovery = z.looseObject({
	id_token_signing_alg_values_supported: z.array(z.string()),
});

// Shared secrets, which sign no token that others verify, are left out.
const algorithms = ['RS', 'PS', 'ES'].flatMap((kind) => [`${kind}256`, `${kind}384`, `${kind}512`]);

const readHeader = (stage: Stage) => decodeProtectedHeader(readTokens(stage).access_token);

/** The credential that was connected last, with what Keycloak gave: for n8n-core's contexts, at another time. */
const storeCredential = (stage: Stage, { fields }: SavedCredential): StoredCredential =>
	new StoredCredential({
		...resolveCredential(new VoiceAgentOAuth2Api(), fields),
		oauthTokenData: JSON.parse(findTokenRequest(stage).answer),
	});

/** How Keycloak signs, and what it puts into tokens. */
export function describeKeys(useSuite: () => Suite): void {
	describe('tokens', () => {
		const stage = useStage(useSuite);

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
			const before = storeCredential(stage, await stage.connect('public'));
			const { kid } = readHeader(stage);
			expect(await runInContext(verifyToken, before)).toMatchObject(verified);
			await addRealmKey(stage);
			const after = storeCredential(stage, await stage.connect('public'));
			expect(readHeader(stage).kid).not.toBe(kid);
			expect(await runInContext(getCurrent, after)).toMatchObject({ username: 'demo' });
			// The keys are asked for again once that is not too soon after the last time.
			await later(60_000, async () => {
				expect(await runInContext(verifyToken, after)).toMatchObject(verified);
				expect(await runInContext(verifyToken, before)).toMatchObject(verified);
			});
		});

		// One of each kind of key. The others are in test/unit/token.
		test.each(['PS256', 'ES256', 'EdDSA'])(
			'signed by %s are taken by the API and verify',
			async (algorithm) => {
				// A realm of its own: the keys of a known one are not looked up again at once.
				const signed = await useSuite().openStage();
				await signed.admin('PUT', '', { defaultSignatureAlgorithm: algorithm });
				const credential = await signed.connect('public');
				expect(readHeader(signed).alg).toBe(algorithm);
				expect((await credential.run(getCurrent)).item).toMatchObject({ username: 'demo' });
				expect((await credential.run(verifyToken)).item).toMatchObject(verified);
			},
		);

		test('are signed by no other algorithm', async () => {
			const answer = await fetch(`${stage.identityServerUrl}/.well-known/openid-configuration`);
			const { id_token_signing_alg_values_supported: offered } = discovery.parse(
				await answer.json(),
			);
			const signing = offered.filter((name) => !name.startsWith('HS') && name !== 'none');
			expect(signing.toSorted()).toEqual([...algorithms, 'EdDSA'].toSorted());
		});
	});
}
