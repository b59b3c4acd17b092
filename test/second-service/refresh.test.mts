import { fail, getCurrent, run } from '../support/in-process/driver.mts';
import { client } from './service/identity.mts';
import { toJson } from './service/serve.mts';
import { startSecondService } from './service/start-service.mts';
import type { SecondService } from './service/start-service.mts';
import { connect } from './sign-in.mts';

let service: SecondService;

beforeEach(async () => {
	service = await startSecondService();
});
afterEach(async () => await service.close());

const countRefreshes = () =>
	service.calls.filter(({ body }) => body.toString().includes('grant_type=refresh_token')).length;

/** A connected credential whose access token the API rejects from now on. */
async function connectWithOldToken() {
	const credential = await connect(service);
	service.identity.forgetAccessTokens();
	return credential;
}

test('five executions at once make one refresh, so no token is shown twice', async () => {
	const credential = await connectWithOldToken();
	const users = await Promise.all(Array.from({ length: 5 }, () => run(getCurrent, credential)));
	expect(users).toMatchObject(Array.from({ length: 5 }, () => ({ id: 7 })));
	expect(countRefreshes()).toBe(1);
	expect(service.identity.endings()).toEqual([]);
});

test('the token of each refresh is used for the next', async () => {
	const credential = await connect(service);
	for (let round = 0; round < 3; round++) {
		service.identity.forgetAccessTokens();
		expect(await run(getCurrent, credential)).toMatchObject({ id: 7 });
	}
	expect(service.identity.endings()).toEqual([]);
});

test('if somebody else showed the refresh token, the sign-in has ended, and says to connect again', async () => {
	const credential = await connectWithOldToken();
	const form = new URLSearchParams({
		grant_type: 'refresh_token',
		refresh_token: String(Object(credential.data.oauthTokenData).refresh_token),
		client_id: client.clientId,
		client_secret: client.clientSecret,
	});
	await fetch(`${service.identity.url}/protocol/openid-connect/token`, {
		method: 'POST',
		body: form,
	});
	const { code, message, description } = await fail(getCurrent, credential);
	expect({ code, text: `${message} ${description}` }).toMatchObject({
		code: 'credential-reconnect-needed',
		text: expect.stringMatching(/connect/i),
	});
	expect(service.identity.endings()).toEqual(['reuse']);
});

describe.each([
	[400, 'temporarily_unavailable'],
	[400, 'invalid_request'],
	[403, 'Forbidden'],
	[404, 'Realm does not exist'],
	[500, 'server_error'],
	[503, 'temporarily_unavailable'],
])('a refresh that fails with %i %s', (status, error) => {
	test('is never called an ended sign-in, is sent once, and the next call works', async () => {
		const credential = await connectWithOldToken();
		service.replyOnce('/token', toJson(status, { error }));
		const { code, message } = await fail(getCurrent, credential);
		expect(code).not.toBe('credential-reconnect-needed');
		expect(message).not.toMatch(/ended|expired/i);
		expect(countRefreshes()).toBe(1);
		expect(await run(getCurrent, credential)).toMatchObject({ id: 7 });
	});
});

test.each([
	[429, { 'Retry-After': '1' }],
	[429, {}],
	[503, { 'Retry-After': '1' }],
])('a refresh that fails with %i and %j is tried again once', async (status, headers) => {
	const credential = await connectWithOldToken();
	const busy = toJson(status, { error: 'too_many_requests' }, headers);
	service.replyOnce('/token', busy);
	expect(await run(getCurrent, credential)).toMatchObject({ id: 7 });
	expect(countRefreshes()).toBe(2);
	service.identity.forgetAccessTokens();
	service.replyOnce('/token', busy);
	service.replyOnce('/token', busy);
	expect((await fail(getCurrent, credential)).code).not.toBe('credential-reconnect-needed');
	expect(countRefreshes()).toBe(4);
	expect(await run(getCurrent, credential)).toMatchObject({ id: 7 });
});

test('after a refresh whose response was lost the same token is not sent again in that call', async () => {
	const credential = await connectWithOldToken();
	service.loseReplyOnce('/token');
	const { code } = await fail(getCurrent, credential);
	expect(code).not.toBe('credential-reconnect-needed');
	expect(countRefreshes()).toBe(1);
	expect(service.identity.endings()).toEqual([]);
});

test('a rotated client secret is named, and no ended sign-in', async () => {
	const credential = await connectWithOldToken();
	credential.data.clientSecret = 'a-secret-that-was-rotated';
	const { message, description } = await fail(getCurrent, credential);
	expect(`${message} ${description}`).toMatch(/client secret/i);
	credential.data.clientSecret = client.clientSecret;
	expect(await run(getCurrent, credential)).toMatchObject({ id: 7 });
});
