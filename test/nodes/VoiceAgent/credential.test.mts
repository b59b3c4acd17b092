import { decodeJwt } from 'jose';
import type { INodeParameters } from 'n8n-workflow';
import {
	getConfiguration,
	getCurrent,
	getCurrentUser,
	pasted,
	register,
	requestsEndingWith,
	runForItems,
	runIdentity,
} from '../../support/in-process/driver.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';
import {
	connectCredential,
	connectWith,
	pasteCredential,
} from '../../support/in-process/sandbox-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';

const sandbox = useSandbox();
const items = [{ json: {} }, { json: {} }];

/** The sandbox under a name of its own for each item. */
const addresses = () => ['127.0.0.1', 'localhost'].map((host) => moveTo(sandbox.url, host));
const moveTo = (address: string, host: string) => address.replace('127.0.0.1', host);
const hostsOf = (path: string) =>
	requestsEndingWith(sandbox, path).map(({ headers }) => `http://${headers.host}`);

test.each<[string, INodeParameters, string]>([
	['Get Current', getCurrent, '/api/Users/me'],
	['Register', register, '/api/Webhooks'],
])('%s calls the address that the credential has for the item', async (_name, operation, path) => {
	const credential = await connectCredential(sandbox);
	credential.ofItems = addresses().map((apiBaseUrl) => ({ apiBaseUrl }));
	await runForItems(operation, credential, items);
	expect(hostsOf(path)).toEqual(addresses());
});

test('Get Server Settings asks the identity server of the item', async () => {
	const credential = await connectCredential(sandbox);
	const issuer = sandbox.identityServerUrl;
	const second = moveTo(issuer, 'localhost');
	credential.ofItems = [{ issuer }, { issuer, identityServerUrl: second }];
	await runForItems({ ...getConfiguration, allowOtherOrigins: true }, credential, items);
	expect(hostsOf('/openid-configuration')).toEqual(
		[issuer, second].map((url) => new URL(url).origin),
	);
});

test('a call carries the token that the credential has for the item', async () => {
	const credential = await pasteCredential(sandbox);
	const tokens = await Promise.all(items.map(async () => await sandbox.identity.issueTokens()));
	credential.ofItems = tokens.map(({ access_token }) => ({ accessToken: access_token }));
	await runForItems({ ...getCurrent, ...pasted }, credential, items);
	const sent = requestsEndingWith(sandbox, '/api/Users/me').map(({ headers }) => headers);
	expect(sent.map(({ authorization }) => authorization)).toEqual(
		tokens.map(({ access_token }) => `Bearer ${access_token}`),
	);
});

test('after a refresh inside a call, the call goes to the address of its item again', async () => {
	const credential = await connectCredential(sandbox);
	const [first = '', second = ''] = addresses();
	credential.ofItems = [{ apiBaseUrl: second }, { apiBaseUrl: first }];
	await sandbox.switchOnFault('status', { target: 'users-me', status: 401, times: 1 });
	await runForItems(getCurrent, credential, items);
	expect(hostsOf('/api/Users/me')).toEqual([second, second, first]);
	expect(requestsEndingWith(sandbox, '/token')).toHaveLength(1);
});

test('an item without an address fails by name, after the call of the item before', async () => {
	const credential = await connectCredential(sandbox);
	credential.ofItems = [{}, { apiBaseUrl: '' }];
	await expectFailure(runForItems(getCurrent, credential, items), 'credential-address-invalid', {
		message: expect.stringContaining("'API Base URL'"),
		context: expect.objectContaining({ itemIndex: 1 }),
	});
	expect(hostsOf('/api/Users/me')).toEqual([sandbox.url]);
	const [done, failed] = await runForItems(getCurrent, credential, items, { continueOnFail: true });
	expect(done?.json).toMatchObject({ email: sandbox.user.email });
	expect(failed?.json).toEqual({ error: expect.stringContaining('credential-address-invalid') });
});

test.each(['refreshToken', 'signOut'])(
	'%s runs once, and an item with another account fails at its own turn',
	async (operation) => {
		const credential = await connectCredential(sandbox);
		credential.ofItems = [{}, {}, { apiBaseUrl: addresses()[1] ?? '' }];
		const run = { resource: 'identity', operation, refresh: 'always' };
		const output = await runForItems(run, credential, [...items, { json: {} }], {
			continueOnFail: true,
		});
		const failure = expect.stringContaining('account-differs');
		expect(output.map(({ json }) => json.error)).toEqual([undefined, undefined, failure]);
		const path = operation === 'signOut' ? '/logout' : '/token';
		expect(requestsEndingWith(sandbox, path)).toHaveLength(1);
	},
);

const readEnd = (token: unknown) =>
	new Date(Number(decodeJwt(String(token)).exp) * 1000).toISOString();

test.each(['public', 'confidential'] as const)(
	'after Sign Out the refresh token is dead (%s)',
	async (kind) => {
		const client = sandbox.clients[kind];
		const credential = await connectCredential(sandbox, client);
		const { access_token, refresh_token } = Object(credential.data.oauthTokenData);
		expect(await runIdentity('signOut', credential)).toEqual({
			signed_out: true,
			access_token_expires_at: readEnd(access_token),
			message: expect.stringMatching(/until it expires.*Reconnect the credential/),
		});
		const [sent] = requestsEndingWith(sandbox, '/logout');
		expect(sent?.form?.client_id).toBe(client.clientId);
		expect(sent?.form?.client_secret).toBe(client.clientSecret);
		await sandbox.switchOnFault('token-expired');
		await expectFailure(runIdentity('getUserInfo', credential), 'credential-reconnect-needed');
		const { clientId: client_id, clientSecret: client_secret } = client;
		const form = { grant_type: 'refresh_token', client_id, refresh_token };
		const body = new URLSearchParams({ ...form, ...(client_secret && { client_secret }) });
		const tokenUrl = `${sandbox.identityServerUrl}/protocol/openid-connect/token`;
		const refreshed = await fetch(tokenUrl, { method: 'POST', body });
		expect(await refreshed.json()).toMatchObject({ error: 'invalid_grant' });
	},
);

test('Sign Out signs out once, however many items there are', async () => {
	const credential = await connectCredential(sandbox);
	const parameters = { resource: 'identity', operation: 'signOut' };
	expect(await runForItems(parameters, credential, [{ json: {} }, { json: {} }])).toMatchObject([
		{ json: { signed_out: true }, pairedItem: { item: 0 } },
		{ json: { signed_out: true }, pairedItem: { item: 1 } },
	]);
	expect(requestsEndingWith(sandbox, '/logout')).toHaveLength(1);
});

test('Sign Out fails if the same path elsewhere is where it should have gone', async () => {
	const location = `${sandbox.identityServerUrl}/protocol/openid-connect/logout`;
	const headers = { location: location.replace('http:', 'https:') };
	await sandbox.switchOnFault('status', { target: 'logout', status: 302, headers });
	await expectFailure(
		runIdentity('signOut', await connectCredential(sandbox)),
		'address-redirects',
	);
});

test('Sign Out says that there is no refresh token to revoke, of a credential that is connected', async () => {
	const credential = await connectWith(sandbox, { refresh_token: undefined });
	await expectFailure(runIdentity('signOut', credential), 'refresh-token-missing');
	expect(requestsEndingWith(sandbox, '/logout')).toEqual([]);
});

test.each(['signOut', 'refreshToken'])('%s needs an OAuth2 credential', async (operation) => {
	const credential = await pasteCredential(sandbox);
	await expectFailure(runIdentity(operation, credential, pasted), 'oauth2-only');
});

// Moments that findSignInEnd and findTokenEnd find are shown as what they are.
describe('Refresh Token', () => {
	test.each(['whenDue', 'always'])('fails without a refresh token: %s', async (refresh) => {
		const credential = await connectWith(sandbox, { refresh_token: undefined });
		await expectFailure(
			runIdentity('refreshToken', credential, { refresh }),
			'refresh-token-missing',
		);
		expect(sandbox.requests).toEqual([]);
	});
});

test('Get Current says when the sign-in ends, which a pasted token does not know', async () => {
	const credential = await connectCredential(sandbox);
	const { refresh_token } = Object(credential.data.oauthTokenData);
	expect(await getCurrentUser(credential)).toMatchObject([
		{ json: { refresh_token_expires_at: readEnd(refresh_token) } },
	]);
	const opaque = await connectWith(sandbox, { refresh_token: 'opaque', refresh_expires_in: 0 });
	const unknown = [{ json: { refresh_token_expires_at: null } }];
	expect(await getCurrentUser(opaque)).toMatchObject(unknown);
	expect(await getCurrentUser(await pasteCredential(sandbox), pasted)).toMatchObject(unknown);
});

test("Get Current leaves the service's own refresh_token_expires_at as it is", async () => {
	const body = JSON.stringify({ id: 7, refresh_token_expires_at: 'never' });
	await sandbox.switchOnFault('status', { target: 'users-me', status: 200, body });
	expect(await getCurrentUser(await connectCredential(sandbox))).toMatchObject([
		{ json: { id: 7, refresh_token_expires_at: 'never' } },
	]);
});
