import type { FaultName, FaultOptions } from '../../../sandbox/faults/faults.mts';
import {
	countRequests,
	fail,
	getCurrent,
	run,
	runForItems,
} from '../../support/in-process/driver.mts';
import { connectCredential } from '../../support/in-process/sandbox-credential.mts';
import type { StoredCredential } from '../../support/in-process/stored-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import { skipWaits } from '../../support/clock.mts';

const sandbox = useSandbox();
beforeEach(skipWaits);
afterEach(() => jest.restoreAllMocks());

let credential: StoredCredential;

const works = async () =>
	expect(await run(getCurrent, credential)).toMatchObject({ email: sandbox.user.email });
const expire = async () => await sandbox.switchOnFault('token-expired');
const countRefreshes = () => countRequests(sandbox).token ?? 0;

/** What the token endpoint does, so many times, before it answers as ever. */
const meet = async (fault: FaultName, options: FaultOptions = {}) =>
	await sandbox.switchOnFault(fault, { target: 'token', times: 1, ...options });

beforeEach(async () => {
	credential = await connectCredential(sandbox, sandbox.clients.confidential);
	await expire();
});

test('five executions at once make one refresh, so no token is shown twice', async () => {
	await Promise.all(Array.from({ length: 5 }, works));
	expect(countRefreshes()).toBe(1);
});

test('the token of each refresh is used for the next', async () => {
	for (let refreshes = 1; refreshes <= 3; refreshes += 1) {
		await works();
		expect(countRefreshes()).toBe(refreshes);
		await expire();
	}
});

test('a refresh token that somebody else has shown ends the sign-in, which has to be made again', async () => {
	const { clientId, clientSecret = '' } = sandbox.clients.confidential;
	const { refresh_token } = Object(credential.data.oauthTokenData);
	const form = { grant_type: 'refresh_token', refresh_token, client_id: clientId };
	await fetch(String(credential.data.accessTokenUrl), {
		method: 'POST',
		body: new URLSearchParams({ ...form, client_secret: clientSecret }),
	});
	const { code, message, description } = await fail(getCurrent, credential);
	expect(code).toBe('credential-reconnect-needed');
	expect(`${message} ${description}`).toMatch(/connect/i);
});

describe.each([
	[400, 'temporarily_unavailable', 'refresh-rejected'],
	[400, 'invalid_request', 'refresh-rejected'],
	[403, 'Forbidden', 'refresh-rejected'],
	[404, 'Realm does not exist', 'refresh-rejected'],
	[500, 'server_error', 'identity-unavailable'],
	[503, 'temporarily_unavailable', 'identity-unavailable'],
])('a refresh that fails with %i %s', (status, error, expected) => {
	test('is never called an ended sign-in, is sent once, and the next call works', async () => {
		await meet('status', { status, body: JSON.stringify({ error }) });
		const { code, message } = await fail(getCurrent, credential);
		expect(code).toBe(expected);
		expect(message).not.toMatch(/ended|expired/i);
		expect(countRefreshes()).toBe(1);
		await works();
	});
});

describe.each([
	[429, { 'Retry-After': '1' }],
	[429, {}],
	[503, { 'Retry-After': '1' }],
])('a refresh that fails with %i and %j', (status, headers) => {
	const busy = { status, headers, body: JSON.stringify({ error: 'too_many_requests' }) };

	test('is tried again', async () => {
		await meet('status', busy);
		await works();
		expect(countRefreshes()).toBe(2);
	});

	test('is tried again once, and is never called an ended sign-in', async () => {
		await meet('status', { ...busy, times: 2 });
		expect((await fail(getCurrent, credential)).code).toBe('identity-unavailable');
		expect(countRefreshes()).toBe(2);
		await works();
	});
});

test('after a refresh whose response was lost the same token is not sent again in that call', async () => {
	await meet('dropped-connection', { afterEffect: true });
	const output = await runForItems(getCurrent, credential, [{ json: {} }, { json: {} }], {
		continueOnFail: true,
	});
	expect(output.map(({ json }) => json.error)).toEqual([
		expect.stringContaining('Code: identity-unavailable'),
		expect.stringContaining('Code: identity-unavailable'),
	]);
	expect(countRefreshes()).toBe(1);
});

test('a rotated client secret is named, and no ended sign-in', async () => {
	credential.data.clientSecret = 'a-secret-that-was-rotated';
	const { message, description } = await fail(getCurrent, credential);
	expect(`${message} ${description}`).toMatch(/client secret/i);
	expect(`${message} ${description}`).not.toMatch(/sign-in has ended/i);
	credential.data.clientSecret = String(sandbox.clients.confidential.clientSecret);
	await works();
});
