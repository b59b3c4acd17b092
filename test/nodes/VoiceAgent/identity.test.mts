import type { INodeParameters } from 'n8n-workflow';
import { startSandbox } from '../../../sandbox/start-sandbox.mts';
import {
	fail,
	getUserInfo,
	pasted,
	requestsEndingWith,
	run,
	runIdentity,
} from '../../support/in-process/driver.mts';
import {
	connectCredential,
	connectWith,
	pasteCredential,
} from '../../support/in-process/sandbox-credential.mts';
import type { StoredCredential } from '../../support/in-process/stored-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';

const sandbox = useSandbox();

describe('Get User Info', () => {
	test('explains a 401 without a body, as for a lightweight token', async () => {
		await sandbox.switchOnFault('status', { target: 'userinfo', status: 401, body: '' });
		const { code, description } = await fail(getUserInfo, await connectCredential(sandbox));
		expect(code).toBe('user-info-rejected');
		expect(description).toContain('lightweight');
		expect(description).toContain('openid');
	});

	test.each([
		['that has expired, of that', -60, 'pasted-token-rejected', 'has probably expired'],
		['that has not expired, not of that', 60, 'user-info-rejected', 'lightweight'],
	])('speaks of a pasted token %s', async (_, expiresInSeconds, code, words) => {
		const { access_token } = await sandbox.identity.issueTokens({ expiresInSeconds });
		const credential = await pasteCredential(sandbox);
		credential.data.accessToken = access_token;
		await sandbox.switchOnFault('status', { target: 'userinfo', status: 401, body: '' });
		const failure = await fail({ ...getUserInfo, ...pasted }, credential);
		expect(failure.code).toBe(code);
		expect(`${failure.message} ${failure.description}`).toContain(words);
	});

	test('blames the identity server, and not the service, if it fails', async () => {
		await sandbox.switchOnFault('status', { target: 'userinfo', status: 500 });
		const { code, message } = await fail(getUserInfo, await connectCredential(sandbox));
		expect(code).toBe('identity-unavailable');
		expect(message).toContain('identity server');
	});

	async function answerWith(claims: Record<string, unknown>): Promise<void> {
		const body = await sandbox.identity.signJwt(claims);
		const contentType = 'application/jwt';
		await sandbox.switchOnFault('status', { target: 'userinfo', status: 200, body, contentType });
	}
	const signed = () => ({
		iss: sandbox.identityServerUrl,
		aud: sandbox.clients.public.clientId,
		sub: sandbox.user.id,
		email: 'signed@example.com',
	});

	test('reads signed user info', async () => {
		await answerWith(signed());
		expect(await run(getUserInfo, await connectCredential(sandbox))).toMatchObject({
			email: 'signed@example.com',
		});
	});

	test.each([
		['for another application', { aud: 'another' }, 'audience-mismatch'],
		['of another user', { sub: 'another' }, 'subject-mismatch'],
		['of another identity server', { iss: 'https://id.example.org' }, 'issuer-mismatch'],
	])('does not believe signed user info %s', async (_, change, reason) => {
		await answerWith({ ...signed(), ...change });
		const { code, description } = await fail(getUserInfo, await connectCredential(sandbox));
		expect(code).toBe('user-info-not-trusted');
		expect(description).toContain(reason);
		expect(description).not.toContain('signed@example.com');
	});
});

test('a wrong realm points to the identity server URL', async () => {
	const credential = await connectCredential(sandbox);
	credential.data.identityServerUrl = `${sandbox.identityServerUrl}-misspelt`;
	await expectFailure(runIdentity('getServerSettings', credential), 'identity-not-found', {
		description: expect.stringContaining('realm'),
	});
});

test('an endpoint on another origin is rejected unless the user allows it', async () => {
	const credential = await connectCredential(sandbox);
	const { settings } = await runIdentity('getServerSettings', credential);
	const userinfo_endpoint = 'https://elsewhere.example/userinfo';
	const body = JSON.stringify({ ...Object(settings), userinfo_endpoint });
	await sandbox.switchOnFault('status', { target: 'discovery', status: 200, body });
	await expectFailure(runIdentity('getServerSettings', credential), 'server-settings-invalid', {
		description: expect.stringContaining('userinfo_endpoint'),
	});
	expect(
		await runIdentity('getServerSettings', credential, { allowOtherOrigins: true }),
	).toMatchObject({ settings: { userinfo_endpoint } });
});

test('Get Server Settings needs no sign-in', async () => {
	const credential = await connectCredential(sandbox);
	delete credential.data.oauthTokenData;
	expect(await runIdentity('getServerSettings', credential)).toMatchObject({
		settings: { issuer: sandbox.identityServerUrl },
	});
});

test('what needs keys says so where the credential names no identity server', async () => {
	const credential = await pasteCredential(sandbox);
	credential.data.identityServerUrl = '';
	for (const operation of ['verifyToken', 'getServerSettings', 'getUserInfo']) {
		await expectFailure(runIdentity(operation, credential, pasted), 'identity-server-url-missing');
	}
});

test.each([
	['getServerSettings', 'discovery', 302],
	['getServerSettings', 'certs', 302],
	['getUserInfo', 'userinfo', 302],
	['signOut', 'logout', 307],
] as const)('%s follows no redirect of %s', async (operation, target, status) => {
	const elsewhere = await startSandbox();
	try {
		const headers = { location: `${elsewhere.identityServerUrl}/elsewhere` };
		await sandbox.switchOnFault('status', { target, status, headers });
		await expect(runIdentity(operation, await connectCredential(sandbox))).rejects.toMatchObject({
			httpCode: String(status),
		});
		expect(elsewhere.requests).toEqual([]);
	} finally {
		await elsewhere.close();
	}
});

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
	const credential = await connectWith(sandbox, { scope: 'openid profile email' });
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
	await expectFailure(
		runIdentity('verifyToken', credential, { ...wrong, failOnInvalid: true }),
		'token-invalid',
	);
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
		token: { valid: false, code: 'signature-invalid' },
	});
	const missing: INodeParameters = { ...fromField, token: '={{ $json.nope }}' };
	expect(await runIdentity('verifyToken', credential, missing)).toMatchObject({
		token: { valid: false, code: 'token-missing' },
	});
	const other: INodeParameters = { ...fromField, audience: 'other', failOnInvalid: true };
	await expectFailure(runIdentity('verifyToken', credential, other), 'token-invalid', {
		description: expect.stringContaining('audience-mismatch'),
	});
});

test('Verify Token takes an unnamed scope as granted', async () => {
	const credential = await connectCredential(sandbox);
	const tokens = Object(credential.data.oauthTokenData);
	credential.data.oauthTokenData = { ...tokens, scope: undefined, id_token: undefined };
	expect(tokens.scope).toContain('offline_access');
	expect(await runIdentity('verifyToken', credential)).toMatchObject({
		scope: { missing: [] },
		id_token: { valid: false, code: 'token-missing' },
	});
});

describe('an ID token for another application', () => {
	let credential: StoredCredential;
	beforeEach(async () => {
		const id_token = await sandbox.identity.signJwt({ sub: sandbox.user.id, aud: 'another' });
		credential = await connectWith(sandbox, { id_token });
	});

	test('is shown as invalid beside a valid access token', async () => {
		expect(await runIdentity('verifyToken', credential)).toMatchObject({
			access_token: { valid: true },
			id_token: { valid: false, code: 'audience-mismatch' },
		});
	});

	test('fails when asked', async () => {
		await expectFailure(
			runIdentity('verifyToken', credential, { failOnInvalid: true }),
			'token-invalid',
			{ description: expect.stringContaining('audience-mismatch') },
		);
	});
});

describe('Verify Token with an access token that has expired', () => {
	let credential: StoredCredential;
	beforeEach(async () => {
		const { access_token } = await sandbox.identity.issueTokens({ expiresInSeconds: -600 });
		credential = await connectWith(sandbox, { access_token });
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
	const id_token = await sandbox.identity.signJwt({
		iss: sandbox.identityServerUrl,
		aud: sandbox.clients.public.clientId,
		sub: sandbox.user.id,
		exp: Math.floor(Date.now() / 1000) - 600,
	});
	const credential = await connectWith(sandbox, { id_token });
	expect(await runIdentity('verifyToken', credential, { failOnInvalid: true })).toMatchObject({
		id_token: {
			valid: true,
			code: 'expired',
			message: expect.stringContaining('has expired. It proves'),
		},
	});
});
