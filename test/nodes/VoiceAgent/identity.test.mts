import type { INodeParameters } from 'n8n-workflow';
import {
	fail,
	getUserInfo,
	pasted,
	requestsEndingWith,
	run,
	runIdentity,
	runNode,
} from '../../support/in-process/driver.mts';
import {
	connectCredential,
	connectWith,
	pasteCredential,
} from '../../support/in-process/sandbox-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';
import { runWithHints } from './conversation-driver.mts';

const sandbox = useSandbox();

describe('Get User Info', () => {
	const noScope = /lightweight.*openid/s;

	test.each([
		['of a sign-in, as of a lightweight one', undefined, 'user-info-rejected', noScope],
		['that was pasted', 60, 'user-info-rejected', noScope],
		['that was pasted and has expired', -60, 'pasted-token-rejected', /has probably expired/],
	])('explains a 401 without a body to a token %s', async (...row) => {
		const [, expiresInSeconds, code, words] = row;
		await sandbox.switchOnFault('status', { target: 'userinfo', status: 401, body: '' });
		const isPasted = expiresInSeconds !== undefined;
		const credential = await (isPasted ? pasteCredential(sandbox) : connectCredential(sandbox));
		const { access_token } = await sandbox.identity.issueTokens({ expiresInSeconds });
		if (isPasted) credential.data.accessToken = access_token;
		const failure = await fail({ ...getUserInfo, ...(isPasted && pasted) }, credential);
		expect(failure.code).toBe(code);
		expect(`${failure.message} ${failure.description}`).toMatch(words);
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

	test.each([
		['of this sign-in', {}, undefined],
		['without aud', { aud: undefined }, undefined],
		['of another user, without aud', { aud: undefined, sub: 'another' }, 'subject-mismatch'],
		[
			'of another server, without aud',
			{ aud: undefined, iss: 'https://a.example' },
			'issuer-mismatch',
		],
		['for another application', { aud: 'another' }, 'audience-mismatch'],
		['of another user', { sub: 'another' }, 'subject-mismatch'],
		['of another identity server', { iss: 'https://id.example.org' }, 'issuer-mismatch'],
	])('believes signed user info %s (%j): except for %s', async (_, change, reason) => {
		await answerWith({ ...signed(), ...change });
		const credential = await connectCredential(sandbox);
		if (reason === undefined) {
			expect(await run(getUserInfo, credential)).toMatchObject({ email: 'signed@example.com' });
			return;
		}
		const { code, description } = await fail(getUserInfo, credential);
		expect(code).toBe('user-info-not-trusted');
		expect(description).toContain(reason);
		expect(description).not.toContain('signed@example.com');
	});
});

test('without a sign-in, an endpoint on another origin is rejected unless the user allows it', async () => {
	const credential = await connectCredential(sandbox);
	delete credential.data.oauthTokenData;
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

test('Get Server Settings names what a sign-in leaves out', async () => {
	const credential = await connectCredential(sandbox);
	const operation = { resource: 'identity', operation: 'getServerSettings' };
	const readHints = async () =>
		(await runNode([{ json: {} }], operation, { credential })).hints.map(({ message }) => message);
	expect(await readHints()).toEqual([]);
	Object.assign(credential.data, {
		authorizationParameters: 'request_uri=s3cret&a',
		moreScopes: 'é',
	});
	expect(await readHints()).toEqual([
		expect.stringMatching(/Parameters .*: "request_uri", "a", "é" cannot be sent/),
	]);
});

test('what needs keys says so where the credential names no identity server', async () => {
	const credential = await pasteCredential(sandbox);
	credential.data.identityServerUrl = '';
	for (const operation of ['verifyToken', 'getServerSettings', 'getUserInfo']) {
		await expectFailure(runIdentity(operation, credential, pasted), 'identity-server-url-missing');
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
	const verify = { resource: 'identity', operation: 'verifyToken' };
	const { hints } = await runWithHints([{ json: {} }], verify, { credential });
	expect(hints).toEqual([]);
});

const sign = async (claims: Record<string, unknown>) =>
	await sandbox.identity.signJwt({
		...{ iss: sandbox.identityServerUrl, aud: sandbox.clients.public.clientId },
		...{ sub: sandbox.user.id, ...claims },
	});
const old = Math.floor(Date.now() / 1000) - 600;
const failing = { failOnInvalid: true };

test.each<[string, () => Promise<object>, INodeParameters, object]>([
	[
		'a scope that was asked for and not granted',
		async () => ({ scope: 'openid profile email' }),
		{},
		{ scope: { missing: ['offline_access'] } },
	],
	[
		'an unnamed scope as granted, and no ID token',
		async () => ({ scope: undefined, id_token: undefined }),
		{},
		{ scope: { missing: [] }, id_token: { valid: false, code: 'token-missing' } },
	],
	[
		'an ID token for another application beside a valid access token',
		async () => ({ id_token: await sign({ aud: 'another' }) }),
		{},
		{ access_token: { valid: true }, id_token: { valid: false, code: 'audience-mismatch' } },
	],
	[
		'that an ID token is old, and does not fail',
		async () => ({ id_token: await sign({ exp: old }) }),
		failing,
		{ id_token: { valid: true, code: 'expired', message: expect.stringContaining('It proves') } },
	],
	[
		'a sign-in as healthy whose access token has expired: it is refreshed first',
		async () => ({ access_token: await sign({ exp: old, aud: sandbox.identity.audience }) }),
		failing,
		{ access_token: { valid: true, code: null }, refresh_token_expires_at: expect.any(String) },
	],
])('Verify Token tells %s', async (_, makeTokens, parameters, shown) => {
	const credential = await connectWith(sandbox, await makeTokens());
	expect(await runIdentity('verifyToken', credential, parameters)).toMatchObject(shown);
});

test.each<[string, object, INodeParameters]>([
	['a token for another API', {}, { audience: 'another-api' }],
	['an ID token for another application', { aud: 'another' }, {}],
])('Verify Token says by a hint, or fails when asked: %s', async (_, claims, parameters) => {
	const credential = await connectWith(sandbox, { id_token: await sign({ ...claims }) });
	const verify = { resource: 'identity', operation: 'verifyToken', ...parameters };
	const items = [{ json: {} }, { json: {} }];
	const { hints } = await runWithHints(items, verify, { credential });
	const message = expect.stringContaining('token is invalid');
	expect(hints).toEqual([expect.objectContaining({ location: 'outputPane', message })]);
	const description = expect.stringContaining('audience-mismatch');
	await expectFailure(run({ ...verify, ...failing }, credential), 'token-invalid', { description });
});

test('with an Issuer, tokens name it, and the keys are those at the Identity Server URL', async () => {
	const iss = 'https://login.example.com/realms/voice';
	const token = await sign({ iss });
	const credential = await connectWith(sandbox, { access_token: token, id_token: token });
	credential.data.issuer = iss;
	const verdict = { valid: true };
	const verdicts = { access_token: verdict, id_token: verdict };
	expect(await runIdentity('verifyToken', credential)).toMatchObject(verdicts);
	const headers = { 'content-type': 'application/jwt' };
	await sandbox.switchOnFault('status', { target: 'userinfo', status: 200, body: token, headers });
	expect(await run(getUserInfo, credential)).toMatchObject({ iss });
});

test('Verify Token says why an expired token could not be refreshed', async () => {
	const { access_token } = await sandbox.identity.issueTokens({ expiresInSeconds: -600 });
	const credential = await connectWith(sandbox, { access_token });
	sandbox.identity.revokeRefreshTokens();
	const message = expect.stringContaining('could not be refreshed: credential-reconnect-needed');
	expect(await runIdentity('verifyToken', credential)).toMatchObject({
		access_token: { valid: false, code: 'expired', message },
	});
	expect(requestsEndingWith(sandbox, '/token')).toHaveLength(1);
});

test('Verify Token verifies a token from a field', async () => {
	const credential = await pasteCredential(sandbox);
	const token = await sandbox.identity.signJwt({ sub: 'someone', aud: 'x' });
	const fromField: INodeParameters = { ...pasted, tokenSource: 'field', token };
	for (const [given, verdict] of [
		[token, { valid: true, claims: { sub: 'someone' } }],
		[token.slice(0, -20), { valid: false, code: 'signature-invalid' }],
		['={{ $json.nope }}', { valid: false, code: 'token-missing' }],
	] as const) {
		const shown = await runIdentity('verifyToken', credential, { ...fromField, token: given });
		expect(shown).toMatchObject({ token: verdict });
	}
	const other: INodeParameters = { ...fromField, audience: 'other', failOnInvalid: true };
	await expectFailure(runIdentity('verifyToken', credential, other), 'token-invalid', {
		description: expect.stringContaining('audience-mismatch'),
	});
});
