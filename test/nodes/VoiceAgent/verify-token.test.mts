import type { INodeParameters } from 'n8n-workflow';
import { pasted, requestsEndingWith, runIdentity } from './driver.mts';
import { connectCredential, pasteCredential } from '../host/sandbox-credential.mts';
import type { StoredCredential } from '../host/stored-credential.mts';
import { useSandbox } from '../host/use-sandbox.mts';

const sandbox = useSandbox();

test('Verify Token tells that both tokens of a sign-in are valid, and which scopes came', async () => {
	const credential = await connectCredential(sandbox);
	for (const failOnInvalid of [false, true]) {
		const result = await runIdentity('verifyToken', credential, { failOnInvalid });
		const { claims, expires_at } = Object(result.access_token);
		expect(Date.parse(expires_at)).toBe(claims.exp * 1000);
		expect(result).toMatchObject({
			access_token: { valid: true, code: null, claims: { sub: sandbox.user.id } },
			id_token: { valid: true, code: null },
			scope: { missing: [] },
		});
	}
});

test('Verify Token shows a scope that was asked for and not granted', async () => {
	const credential = await connectCredential(sandbox);
	credential.data.oauthTokenData = {
		...Object(credential.data.oauthTokenData),
		scope: 'openid profile email',
	};
	expect(await runIdentity('verifyToken', credential)).toMatchObject({
		scope: { missing: ['offline_access'] },
	});
});

test('Verify Token tells an invalid token as data, and fails only when asked', async () => {
	const credential = await connectCredential(sandbox);
	const wrong: INodeParameters = { audience: 'another-api' };
	expect(await runIdentity('verifyToken', credential, wrong)).toMatchObject({
		access_token: { valid: false, code: 'audience-mismatch' },
	});
	await expect(
		runIdentity('verifyToken', credential, { ...wrong, failOnInvalid: true }),
	).rejects.toMatchObject({ context: { code: 'token-invalid' } });
});

test('Verify Token verifies a token from a field', async () => {
	const credential = await pasteCredential(sandbox);
	const token = await sandbox.identity.signJwt({ sub: 'someone', aud: 'x' });
	const fromField: INodeParameters = { ...pasted, tokenSource: 'field', token };
	expect(await runIdentity('verifyToken', credential, fromField)).toMatchObject({
		token: { valid: true, claims: { sub: 'someone' } },
	});
	const cut: INodeParameters = { ...fromField, token: token.slice(0, -20) };
	expect(await runIdentity('verifyToken', credential, cut)).toMatchObject({
		token: { valid: false },
	});
});

test('Verify Token takes an unnamed scope as granted', async () => {
	const credential = await connectCredential(sandbox);
	const { scope, ...tokens } = Object(credential.data.oauthTokenData);
	credential.data.oauthTokenData = tokens;
	expect(scope).toContain('offline_access');
	expect(await runIdentity('verifyToken', credential)).toMatchObject({ scope: { missing: [] } });
});

describe('an ID token for another application', () => {
	let credential: StoredCredential;
	beforeEach(async () => {
		credential = await connectCredential(sandbox);
		const id_token = await sandbox.identity.signJwt({ sub: sandbox.user.id, aud: 'another' });
		credential.data.oauthTokenData = { ...Object(credential.data.oauthTokenData), id_token };
	});

	test('is shown as invalid beside a valid access token', async () => {
		expect(await runIdentity('verifyToken', credential)).toMatchObject({
			access_token: { valid: true },
			id_token: { valid: false, code: 'audience-mismatch' },
		});
	});

	test('fails when asked', async () => {
		await expect(
			runIdentity('verifyToken', credential, { failOnInvalid: true }),
		).rejects.toMatchObject({
			context: { code: 'token-invalid' },
			description: expect.stringContaining('audience-mismatch'),
		});
	});
});

describe('Verify Token with an access token that has expired', () => {
	let credential: StoredCredential;
	beforeEach(async () => {
		credential = await connectCredential(sandbox);
		const { access_token } = await sandbox.identity.issueTokens({ expiresInSeconds: -600 });
		credential.data.oauthTokenData = { ...Object(credential.data.oauthTokenData), access_token };
	});

	test('refreshes it first: the sign-in is healthy', async () => {
		expect(await runIdentity('verifyToken', credential, { failOnInvalid: true })).toMatchObject({
			access_token: { valid: true, code: null },
			refresh_token_expires_at: expect.any(String),
		});
		expect(requestsEndingWith(sandbox, '/token')).toHaveLength(1);
	});

	test('says why it could not be refreshed', async () => {
		sandbox.identity.revokeRefreshTokens();
		expect(await runIdentity('verifyToken', credential)).toMatchObject({
			access_token: {
				valid: false,
				code: 'expired',
				message: expect.stringContaining('could not be refreshed: credential-reconnect-needed'),
			},
		});
	});
});

test('Verify Token tells that an ID token is old, and does not fail', async () => {
	const credential = await connectCredential(sandbox);
	const id_token = await sandbox.identity.signJwt({
		iss: sandbox.identityServerUrl,
		aud: sandbox.clients.public.clientId,
		sub: sandbox.user.id,
		exp: Math.floor(Date.now() / 1000) - 600,
	});
	credential.data.oauthTokenData = { ...Object(credential.data.oauthTokenData), id_token };
	expect(await runIdentity('verifyToken', credential, { failOnInvalid: true })).toMatchObject({
		id_token: {
			valid: true,
			code: 'expired',
			message: expect.stringContaining('has expired. It proves'),
		},
	});
});
