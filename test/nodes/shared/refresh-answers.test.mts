import type { FaultName, FaultOptions } from '../../../sandbox/faults/faults.mts';
import { countRequests, fail, getCurrent, run } from '../../support/in-process/driver.mts';
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

test('a rotated client secret is named, and no ended sign-in', async () => {
	credential.data.clientSecret = 'a-secret-that-was-rotated';
	const { message, description } = await fail(getCurrent, credential);
	expect(`${message} ${description}`).toMatch(/client secret/i);
	expect(`${message} ${description}`).not.toMatch(/sign-in has ended/i);
	credential.data.clientSecret = String(sandbox.clients.confidential.clientSecret);
	await works();
});
