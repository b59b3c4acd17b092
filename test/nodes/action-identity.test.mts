import { decodeJwt } from 'jose';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { VoiceAgent } from '../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { createHost } from './host/host.mts';
import { connectCredential, pasteCredential } from './host/sandbox-credential.mts';
import type { StoredCredential } from './host/stored-credential.mts';

const { execute } = new VoiceAgent();
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());
afterEach(async () => await sandbox.reset());

async function run(
	operation: string,
	credential: StoredCredential,
	parameters: INodeParameters = {},
): Promise<INodeExecutionData['json']> {
	const host = createHost({
		type: 'voiceAgent',
		credential,
		parameters: { resource: 'identity', operation, ...parameters },
	});
	const [items = []] = await execute.call(host.execute());
	return items[0]?.json ?? {};
}

const pasted: INodeParameters = { authentication: 'accessToken' };
const requestsTo = (ending: string) => sandbox.requests.filter(({ path }) => path.endsWith(ending));

test('Get User Info answers what the identity server says', async () => {
	const claims = await run('getUserInfo', await connectCredential(sandbox));
	expect(claims).toMatchObject({ sub: sandbox.user.id, email: sandbox.user.email });
});

test('Get Provider Configuration answers the checked document and the keys', async () => {
	const result = await run('getProviderConfiguration', await connectCredential(sandbox));
	expect(result).toMatchObject({
		configuration: { issuer: sandbox.identityUrl },
		keys: [expect.objectContaining({ kty: expect.any(String), kid: expect.any(String) })],
	});
});

test('a discovery document of another issuer is refused', async () => {
	const credential = await connectCredential(sandbox);
	// Another spelling of the same server: the document comes, but its issuer is not this address.
	credential.data.identityUrl = sandbox.identityUrl.replace('127.0.0.1', 'localhost');
	await expect(run('getProviderConfiguration', credential)).rejects.toMatchObject({
		context: { code: 'provider-configuration-invalid' },
		description: expect.stringContaining('issuer'),
	});
});

test('Verify Token tells that both tokens of a sign-in are valid, and which scopes came', async () => {
	const credential = await connectCredential(sandbox);
	const result = await run('verifyToken', credential);
	expect(result).toMatchObject({
		access_token: { valid: true, code: null, claims: { sub: sandbox.user.id } },
		id_token: { valid: true, code: null },
		scope: { missing: [] },
	});
});

test('Verify Token shows a scope that was asked for and not granted', async () => {
	const credential = await connectCredential(sandbox);
	credential.data.oauthTokenData = {
		...Object(credential.data.oauthTokenData),
		scope: 'openid profile email',
	};
	expect(await run('verifyToken', credential)).toMatchObject({
		scope: { missing: ['offline_access'] },
	});
});

test('Verify Token tells an invalid token as data, and fails only when asked', async () => {
	const credential = await connectCredential(sandbox);
	const wrong: INodeParameters = { audience: 'another-api' };
	expect(await run('verifyToken', credential, wrong)).toMatchObject({
		access_token: { valid: false, code: 'audience-mismatch' },
	});
	await expect(
		run('verifyToken', credential, { ...wrong, failOnInvalid: true }),
	).rejects.toMatchObject({ context: { code: 'token-invalid' } });
});

test('Verify Token verifies a token from a field', async () => {
	const credential = await pasteCredential(sandbox);
	const token = await sandbox.identity.signJwt({ sub: 'someone', aud: 'x' });
	const fromField: INodeParameters = { ...pasted, tokenSource: 'field', token };
	expect(await run('verifyToken', credential, fromField)).toMatchObject({
		token: { valid: true, claims: { sub: 'someone' } },
	});
	const cut: INodeParameters = { ...fromField, token: token.slice(0, -20) };
	expect(await run('verifyToken', credential, cut)).toMatchObject({ token: { valid: false } });
});

test.each(['public', 'confidential'] as const)(
	'after Sign Out the refresh token is dead (%s)',
	async (kind) => {
		const client = sandbox.clients[kind];
		const credential = await connectCredential(sandbox, client);
		expect(await run('signOut', credential)).toMatchObject({
			signed_out: true,
			message: expect.stringContaining('Connect the credential again'),
		});
		const { form } = requestsTo('/logout')[0] ?? {};
		expect(form?.client_id).toBe(client.clientId);
		expect(form?.client_secret).toBe(client.clientSecret);
		await sandbox.switchOnFault('token-expired');
		await expect(run('getUserInfo', credential)).rejects.toMatchObject({
			context: { code: expect.stringMatching(/^sign-in-/) },
		});
		const refreshed = await fetch(`${sandbox.identityUrl}/protocol/openid-connect/token`, {
			method: 'POST',
			body: new URLSearchParams({
				grant_type: 'refresh_token',
				client_id: client.clientId,
				...(client.clientSecret && { client_secret: client.clientSecret }),
				refresh_token: String(Object(credential.data.oauthTokenData).refresh_token),
			}),
		});
		expect(await refreshed.json()).toMatchObject({ error: 'invalid_grant' });
	},
);

test('Sign Out signs out once, however many items there are', async () => {
	const credential = await connectCredential(sandbox);
	const parameters = { resource: 'identity', operation: 'signOut' };
	const host = createHost({ type: 'voiceAgent', credential, parameters });
	const [items = []] = await execute.call(host.execute([{ json: {} }, { json: {} }]));
	expect(items).toMatchObject([
		{ json: { signed_out: true }, pairedItem: { item: 0 } },
		{ json: { signed_out: true }, pairedItem: { item: 1 } },
	]);
	expect(requestsTo('/logout')).toHaveLength(1);
});

test('Sign Out says that a rotated client secret is wrong', async () => {
	const credential = await connectCredential(sandbox, sandbox.clients.confidential);
	credential.data.clientSecret = 'a-secret-that-was-rotated';
	await expect(run('signOut', credential)).rejects.toMatchObject({
		context: { code: 'client-refused' },
	});
});

test('Sign Out a second time says that the sign-in has ended', async () => {
	const credential = await connectCredential(sandbox);
	await run('signOut', credential);
	await expect(run('signOut', credential)).rejects.toMatchObject({
		context: { code: 'sign-in-expired' },
	});
});

test('a wrong realm points to the identity server address', async () => {
	const credential = await connectCredential(sandbox);
	credential.data.identityUrl = `${sandbox.identityUrl}-misspelt`;
	await expect(run('getProviderConfiguration', credential)).rejects.toMatchObject({
		context: { code: 'identity-not-found' },
		description: expect.stringContaining('realm'),
	});
});

test('Verify Token takes an unnamed scope as granted', async () => {
	const credential = await connectCredential(sandbox);
	const { scope, ...tokens } = Object(credential.data.oauthTokenData);
	credential.data.oauthTokenData = tokens;
	expect(scope).toContain('offline_access');
	expect(await run('verifyToken', credential)).toMatchObject({ scope: { missing: [] } });
});

test('Sign Out needs an OAuth2 credential', async () => {
	await expect(run('signOut', await pasteCredential(sandbox), pasted)).rejects.toMatchObject({
		context: { code: 'oauth2-only' },
	});
});

test('what needs keys says so where the credential names no identity server', async () => {
	const credential = await pasteCredential(sandbox);
	credential.data.identityUrl = '';
	for (const operation of ['verifyToken', 'getProviderConfiguration', 'getUserInfo']) {
		await expect(run(operation, credential, pasted)).rejects.toMatchObject({
			context: { code: 'identity-address-missing' },
		});
	}
});

test.each([
	['getProviderConfiguration', 'discovery', 302],
	['getProviderConfiguration', 'certs', 302],
	['getUserInfo', 'userinfo', 302],
	['signOut', 'logout', 307],
] as const)('%s follows no redirect of %s', async (operation, target, status) => {
	const elsewhere = await startSandbox();
	try {
		const headers = { location: `${elsewhere.identityUrl}/elsewhere` };
		await sandbox.switchOnFault('status', { target, status, headers });
		await expect(run(operation, await connectCredential(sandbox))).rejects.toMatchObject({
			httpCode: String(status),
		});
		expect(elsewhere.requests).toEqual([]);
	} finally {
		await elsewhere.close();
	}
});

test('Sign Out sends no client secret that is left over in the credential of a public application', async () => {
	const credential = await connectCredential(sandbox);
	credential.data.clientSecret = 'left-over';
	expect(await run('signOut', credential)).toMatchObject({ signed_out: true });
	expect(requestsTo('/logout')).toMatchObject([
		{ form: { client_id: sandbox.clients.public.clientId } },
	]);
	expect(requestsTo('/logout')[0]?.form).not.toHaveProperty('client_secret');
});

describe('an ID token for another application', () => {
	let credential: StoredCredential;
	beforeEach(async () => {
		credential = await connectCredential(sandbox);
		const id_token = await sandbox.identity.signJwt({ sub: sandbox.user.id, aud: 'another' });
		credential.data.oauthTokenData = { ...Object(credential.data.oauthTokenData), id_token };
	});

	test('is told as invalid beside a valid access token', async () => {
		expect(await run('verifyToken', credential)).toMatchObject({
			access_token: { valid: true },
			id_token: { valid: false, code: 'audience-mismatch' },
		});
	});

	test('fails when asked', async () => {
		await expect(run('verifyToken', credential, { failOnInvalid: true })).rejects.toMatchObject({
			context: { code: 'token-invalid' },
			description: expect.stringContaining('audience-mismatch'),
		});
	});
});

test('Verify Token that may fail does not where both tokens are valid', async () => {
	const credential = await connectCredential(sandbox);
	expect(await run('verifyToken', credential, { failOnInvalid: true })).toMatchObject({
		access_token: { valid: true },
		id_token: { valid: true },
	});
});

test('an endpoint on another origin is refused unless the user allows it', async () => {
	const credential = await connectCredential(sandbox);
	const { configuration } = await run('getProviderConfiguration', credential);
	const userinfo_endpoint = 'https://elsewhere.example/userinfo';
	const body = JSON.stringify({ ...Object(configuration), userinfo_endpoint });
	await sandbox.switchOnFault('status', { target: 'discovery', status: 200, body });
	await expect(run('getProviderConfiguration', credential)).rejects.toMatchObject({
		context: { code: 'provider-configuration-invalid' },
		description: expect.stringContaining('userinfo_endpoint'),
	});
	expect(
		await run('getProviderConfiguration', credential, { allowOtherOrigins: true }),
	).toMatchObject({ configuration: { userinfo_endpoint } });
});

describe('Verify Token with an access token that has expired', () => {
	let credential: StoredCredential;
	beforeEach(async () => {
		credential = await connectCredential(sandbox);
		const { access_token } = await sandbox.identity.issueTokens({ expiresInSeconds: -600 });
		credential.data.oauthTokenData = { ...Object(credential.data.oauthTokenData), access_token };
	});

	test('renews it first: the sign-in is healthy', async () => {
		expect(await run('verifyToken', credential, { failOnInvalid: true })).toMatchObject({
			access_token: { valid: true, code: null },
			sign_in_expires_at: expect.any(String),
		});
		expect(requestsTo('/token')).toHaveLength(1);
	});

	test('says why it could not be renewed', async () => {
		sandbox.identity.revokeRefreshTokens();
		expect(await run('verifyToken', credential)).toMatchObject({
			access_token: {
				valid: false,
				code: 'expired',
				message: expect.stringContaining('could not be renewed: sign-in-expired'),
			},
		});
	});
});

test('Verify Token tells that an ID token is old, and does not fail', async () => {
	const credential = await connectCredential(sandbox);
	const id_token = await sandbox.identity.signJwt({
		iss: sandbox.identityUrl,
		aud: sandbox.clients.public.clientId,
		sub: sandbox.user.id,
		exp: Math.floor(Date.now() / 1000) - 600,
	});
	credential.data.oauthTokenData = { ...Object(credential.data.oauthTokenData), id_token };
	expect(await run('verifyToken', credential, { failOnInvalid: true })).toMatchObject({
		id_token: {
			valid: true,
			code: 'expired',
			message: expect.stringContaining('has expired. It proves'),
		},
	});
	const stranger = await sandbox.identity.signJwt({ iss: sandbox.identityUrl, aud: 'another' });
	credential.data.oauthTokenData = {
		...Object(credential.data.oauthTokenData),
		id_token: stranger,
	};
	expect(await run('verifyToken', credential)).toMatchObject({
		id_token: { valid: false, code: 'audience-mismatch' },
	});
});

test('Sign Out says until when the present access token may be accepted', async () => {
	const credential = await connectCredential(sandbox);
	const { exp } = decodeJwt(String(Object(credential.data.oauthTokenData).access_token));
	const { access_token_expires_at, message } = await run('signOut', credential);
	expect(access_token_expires_at).toBe(new Date(Number(exp) * 1000).toISOString());
	expect(message).toContain('until it expires');
});

describe('Keep Sign-In Alive', () => {
	test('renews a sign-in only when due', async () => {
		const credential = await connectCredential(sandbox);
		const { refresh_token } = Object(credential.data.oauthTokenData);
		const result = await run('keepSignInAlive', credential);
		const { exp } = decodeJwt(String(refresh_token));
		const sign_in_expires_at = new Date(Number(exp) * 1000).toISOString();
		expect(result).toEqual({ renewed: false, sign_in_expires_at });
		expect(sandbox.requests).toEqual([]);
	});

	test('renews it in any case when asked to', async () => {
		const credential = await connectCredential(sandbox);
		const before = Object(credential.data.oauthTokenData).refresh_token;
		expect(await run('keepSignInAlive', credential, { renew: 'always' })).toMatchObject({
			renewed: true,
		});
		expect(Object(credential.data.oauthTokenData).refresh_token).not.toBe(before);
		expect(requestsTo('/token')).toHaveLength(1);
		expect(requestsTo('/api/Users/me')).toEqual([]);
	});

	test('blames the identity server, and asks it once', async () => {
		const credential = await connectCredential(sandbox);
		await sandbox.switchOnFault('status', { target: 'token', status: 502 });
		await expect(run('keepSignInAlive', credential, { renew: 'always' })).rejects.toMatchObject({
			context: { code: 'identity-unavailable' },
			httpCode: '502',
		});
		expect(requestsTo('/token')).toHaveLength(1);
	});

	test('needs an OAuth2 credential', async () => {
		const credential = await pasteCredential(sandbox);
		await expect(run('keepSignInAlive', credential, pasted)).rejects.toMatchObject({
			context: { code: 'oauth2-only' },
		});
	});
});
