import {
	countRequests,
	fail,
	getCurrent,
	getCurrentUser,
	pasted,
	register,
	requestsEndingWith,
	run,
} from '../VoiceAgent/driver.mts';
import { connectCredential, pasteCredential } from '../host/sandbox-credential.mts';
import type { StoredCredential } from '../host/stored-credential.mts';
import { findClosedPort } from '../host/wrong-servers.mts';
import { useSandbox } from '../host/use-sandbox.mts';

const sandbox = useSandbox();

describe('a 401 of the API', () => {
	const words = 'The audience crm is not accepted';
	beforeEach(async () => {
		const body = JSON.stringify({ detail: words });
		await sandbox.switchOnFault('status', { target: 'users-me', status: 401, body });
		await sandbox.switchOnFault('status', { target: 'webhooks', status: 401, body });
	});

	test('keeps its own words, after one refresh', async () => {
		const { code, message, description } = await fail(getCurrent, await connectCredential(sandbox));
		expect(code).toBe('access-token-rejected');
		expect(message).toContain('access token');
		expect(description).toContain('audience');
		expect(description).toContain(words);
		expect(countRequests(sandbox)).toEqual({ me: 2, token: 1 });
	});

	test('keeps its own words for a pasted token, which is sent once', async () => {
		const credential = await pasteCredential(sandbox);
		const { code, description } = await fail({ ...getCurrent, ...pasted }, credential);
		expect(code).toBe('pasted-token-rejected');
		expect(description).toContain(words);
		expect(description).toContain(`${sandbox.url}/token`);
		expect(countRequests(sandbox)).toEqual({ me: 1 });
	});
});

test('a POST that is rejected with 401 after all is not sent again, and nothing is made', async () => {
	const body = JSON.stringify({ detail: 'Webhooks are not in the scope' });
	await sandbox.switchOnFault('status', { target: 'webhooks', status: 401, body });
	const { code, description } = await fail(register, await connectCredential(sandbox));
	expect(code).toBe('access-token-rejected');
	expect(description).toContain('Webhooks are not in the scope');
	expect(countRequests(sandbox)).toEqual({ me: 1, Webhooks: 1 });
	expect(sandbox.registrations).toEqual([]);
});

describe.each([
	['Get Current', getCurrent],
	['Register', register],
])('%s with a token that has to be refreshed', (_, parameters) => {
	let credential: StoredCredential;
	beforeEach(async () => {
		credential = await connectCredential(sandbox);
		await sandbox.switchOnFault('token-expired');
	});
	afterEach(() => expect(sandbox.registrations).toEqual([]));

	test.each([500, 502, 503, 504])(
		'blames the identity server if that answers %i, and asks it once',
		async (status) => {
			await sandbox.switchOnFault('status', { target: 'token', status });
			const { code, description } = await fail(parameters, credential);
			expect(code).toBe('identity-unavailable');
			expect(description).toContain('Nothing reached the API');
			expect(description).toContain('This happened while refreshing the token');
			expect(countRequests(sandbox)).toEqual({ me: 1, token: 1 });
		},
	);

	test.each([
		['invalid_client', 401],
		['unauthorized_client', 400],
	])('blames the application for %s', async (error, status) => {
		const body = JSON.stringify({ error });
		await sandbox.switchOnFault('status', { target: 'token', status, body });
		const { code, message } = await fail(parameters, credential);
		expect(code).toBe('client-rejected');
		expect(message).toContain('the secret was rotated');
		expect(countRequests(sandbox)).toEqual({ me: 1, token: 1 });
	});

	test.each([
		['temporarily_unavailable', 400],
		['invalid_request', 400],
		['Forbidden', 403],
		['Realm does not exist', 404],
	])('does not call "%s" an expired refresh token, and quotes it', async (error, status) => {
		const body = JSON.stringify({ error });
		await sandbox.switchOnFault('status', { target: 'token', status, body });
		const { code, description } = await fail(parameters, credential);
		expect(code).toBe('refresh-rejected');
		expect(description).toContain(error);
		expect(countRequests(sandbox)).toEqual({ me: 1, token: 1 });
		sandbox.clearFaults();
		await sandbox.switchOnFault('token-expired');
		expect(await run(getCurrent, credential)).toMatchObject({ email: sandbox.user.email });
	});

	test.each([
		['with a word of its own', { status: 429, body: '{"error":"too_many_requests"}' }],
		['with a status', { status: 429 }],
		['with 503 and Retry-After', { status: 503, retryAfterSeconds: 0 }],
	])('sends the refresh token twice at most if it is asked %s to wait', async (_, options) => {
		await sandbox.switchOnFault('status', { target: 'token', ...options });
		expect((await fail(parameters, credential)).code).toBe('identity-unavailable');
		expect(countRequests(sandbox)).toEqual({ me: 2, token: 2 });
	});

	test('shows a refresh token once if the answer is lost', async () => {
		await sandbox.switchOnFault('dropped-connection', { target: 'token', afterEffect: true });
		const { code, description } = await fail(parameters, credential);
		expect(code).toBe('identity-unavailable');
		expect(description).toContain('ECONNRESET');
		expect(description).toContain('reconnect the credential');
		expect(countRequests(sandbox)).toEqual({ me: 1, token: 1 });
	});

	test('is tried again if nothing could be sent to the identity server', async () => {
		const { data } = credential;
		data.accessTokenUrl = `http://127.0.0.1:${await findClosedPort()}/token`;
		const { code, message, description } = await fail(parameters, credential);
		expect(code).toBe('identity-unavailable');
		expect(message).toContain("'Identity Server URL'");
		expect(description).toContain('Nothing was sent (ECONNREFUSED)');
		expect(countRequests(sandbox)).toEqual({ me: 3 });
	});

	test('says so if the identity server gave no refresh token', async () => {
		const tokens = { ...Object(credential.data.oauthTokenData) };
		delete tokens.refresh_token;
		for (const scope of ['openid', 'openid offline_access']) {
			credential.data.oauthTokenData = { ...tokens, scope };
			expect((await fail(parameters, credential)).code).toBe('refresh-token-missing');
		}
		expect(countRequests(sandbox)).toEqual({ me: 2 });
	});

	test('blames the identity server for an answer that is no JSON', async () => {
		const body = '<html>Welcome</html>';
		await sandbox.switchOnFault('status', { target: 'token', status: 200, body });
		expect((await fail(parameters, credential)).code).toBe('identity-response-unreadable');
		expect(countRequests(sandbox)).toEqual({ me: 1, token: 1 });
	});
});

test.each([
	['Get Current', getCurrent],
	['Refresh Token', { resource: 'identity', operation: 'refreshToken', refresh: 'always' }],
])('%s works if the identity server asks once to wait', async (_, parameters) => {
	const credential = await connectCredential(sandbox);
	const body = JSON.stringify({ error: 'too_many_requests' });
	await sandbox.switchOnFault('token-expired');
	await sandbox.switchOnFault('status', { target: 'token', status: 429, body, times: 1 });
	await run(parameters, credential);
	expect(requestsEndingWith(sandbox, '/token')).toHaveLength(2);
});

test('a call whose refresh was rejected sends again if another execution has refreshed meanwhile', async () => {
	const credential = await connectCredential(sandbox);
	await sandbox.switchOnFault('token-expired');
	const refreshed = await connectCredential(sandbox);
	const body = JSON.stringify({ error: 'invalid_grant', error_description: 'Token reuse' });
	await sandbox.switchOnFault('status', { target: 'token', status: 400, body, times: 1 });
	// What the other execution stores while this one is rejected.
	const read = credential.getDecrypted.bind(credential);
	jest.spyOn(credential, 'getDecrypted').mockImplementation(async () => {
		if (countRequests(sandbox).token === 1) credential.data = structuredClone(refreshed.data);
		return await read();
	});
	expect(await run(getCurrent, credential)).toMatchObject({ email: sandbox.user.email });
	expect(countRequests(sandbox)).toEqual({ me: 2, token: 1 });
});

test.each([
	['openid profile email', undefined, 'browser-session-ended'],
	['openid profile email offline_access', undefined, 'credential-reconnect-needed'],
	['openid profile email offline_access', 'openid profile email', 'browser-session-ended'],
])(
	'a sign-in that asked for "%s" and was granted %j, or all of it, ends with %s',
	async (scope, granted, code) => {
		const credential = await connectCredential(sandbox);
		const oauthTokenData = { ...Object(credential.data.oauthTokenData), scope: granted };
		credential.data = { ...credential.data, scope, oauthTokenData };
		sandbox.identity.revokeRefreshTokens();
		await sandbox.switchOnFault('token-expired');
		await expect(getCurrentUser(credential)).rejects.toMatchObject({ context: { code } });
	},
);

test('ten calls that meet 401 at once make one refresh', async () => {
	const credential = await connectCredential(sandbox);
	await sandbox.switchOnFault('token-expired');
	const results = await Promise.all(
		Array.from({ length: 10 }, async () => await getCurrentUser(credential)),
	);
	expect(results.every((items) => items.length === 1)).toBe(true);
	expect(requestsEndingWith(sandbox, '/protocol/openid-connect/token')).toHaveLength(1);
});
