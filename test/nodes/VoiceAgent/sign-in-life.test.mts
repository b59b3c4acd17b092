import { decodeJwt } from 'jose';
import {
	getCurrentUser,
	pasted,
	requestsEndingWith,
	runForItems,
	runIdentity,
} from '../../support/in-process/driver.mts';
import {
	connectCredential,
	connectWith,
	pasteCredential,
} from '../../support/in-process/sandbox-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';

const sandbox = useSandbox();

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
