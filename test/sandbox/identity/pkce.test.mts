import type { IdentityServer } from '../../../sandbox/types.mts';
import {
	authorize,
	codeForm,
	confidentialClient,
	createVerifier,
	postForm,
	publicClient,
	startTestIdentity,
	type Parameters,
} from './identity-driver.mts';

let identity: IdentityServer;
beforeAll(async () => {
	identity = await startTestIdentity();
});
afterAll(() => identity.close());

const { verifier, challenge } = createVerifier();
const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };

describe('PKCE rejections of a public application', () => {
	const rejectedRequests: [string, Parameters][] = [
		['no challenge', { ...pkce, code_challenge: undefined, code_challenge_method: undefined }],
		['a method without a challenge', { ...pkce, code_challenge: undefined }],
		['a challenge without a method', { ...pkce, code_challenge_method: undefined }],
		['method plain', { code_challenge: verifier, code_challenge_method: 'plain' }],
		['an unknown method', { ...pkce, code_challenge_method: 's256' }],
	];
	test.each(rejectedRequests)('rejects an authorization request with %s', async (_, parameters) => {
		const query = await authorize(identity, parameters);
		expect(query.get('error')).toBe('invalid_request');
		expect(query.get('code')).toBeNull();
		expect(query.get('state')).toBe('state-1');
	});

	const rejectedVerifiers: [string, string | undefined][] = [
		['no verifier', undefined],
		['an empty verifier', ''],
		['another verifier', createVerifier().verifier],
		['the challenge as verifier', challenge],
	];
	test.each(rejectedVerifiers)('rejects a code exchange with %s', async (_, shown) => {
		const code = (await authorize(identity, pkce)).get('code');
		const { status, body } = await postForm(identity, 'token', codeForm(publicClient, code, shown));
		expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid_grant' });
		expect(body.access_token).toBeUndefined();
	});

	test('rejects a secret that a public application must not have', async () => {
		const code = (await authorize(identity, pkce)).get('code');
		const form = { ...codeForm(publicClient, code, verifier), client_secret: 'a secret' };
		const { status, body } = await postForm(identity, 'token', form);
		expect({ status, error: body.error }).toEqual({ status: 401, error: 'invalid_client' });
	});
});

describe('PKCE of a confidential application', () => {
	const client_id = confidentialClient.clientId;

	test('rejects a missing verifier once a challenge was sent', async () => {
		const code = (await authorize(identity, { ...pkce, client_id })).get('code');
		const { status, body } = await postForm(identity, 'token', codeForm(confidentialClient, code));
		expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid_grant' });
	});

	test('rejects a verifier where no challenge was sent', async () => {
		const code = (await authorize(identity, { client_id })).get('code');
		const form = codeForm(confidentialClient, code, verifier);
		const { status, body } = await postForm(identity, 'token', form);
		expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid_grant' });
	});

	test.each([
		['with PKCE', pkce, verifier],
		['without PKCE', {}, undefined],
	])('gives tokens %s', async (_, parameters, shown) => {
		const code = (await authorize(identity, { ...parameters, client_id })).get('code');
		const form = codeForm(confidentialClient, code, shown);
		expect((await postForm(identity, 'token', form)).status).toBe(200);
	});
});
