import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { FaultTarget } from '../../sandbox/types.mts';
import { useSandbox } from '../support/servers/use-sandbox.mts';
import { bearer, callApi, getCurrentUser } from '../support/servers/call-api.mts';
import { endpoint } from './identity/identity-driver.mts';

// What each fault does to a request, before and after its effect, is shown by test/faults.
const sandbox = useSandbox();
let authorization: string;
beforeEach(async () => {
	authorization = await bearer(sandbox);
});

const getMe = () => getCurrentUser(sandbox, authorization);
const getCerts = () => fetch(endpoint(sandbox, 'certs'));

/** The status of each answer, 0 if there is none. */
const statusOf = (answer: Promise<{ status: number }>) =>
	answer.then(
		({ status }) => status,
		() => 0,
	);

test('a fault counts down its times, the older of two first', async () => {
	await sandbox.switchOnFault('status', { target: 'users-me', times: 2 });
	await sandbox.switchOnFault('status', { status: 501, times: 1 });
	const statuses = [(await getMe()).status];
	expect(sandbox.faults).toMatchObject([{ name: 'status', remaining: 1 }, {}]);
	statuses.push((await getMe()).status, (await getMe()).status, (await getMe()).status);
	expect(statuses).toEqual([500, 500, 501, 200]);
	expect(sandbox.faults).toHaveLength(0);
});

test('without a target both servers meet it, with any body and type', async () => {
	await sandbox.switchOnFault('status', { body: '<p>moved</p>', contentType: 'text/html' });
	for (const answer of [await getCerts(), await getMe()]) {
		expect(answer.status).toBe(500);
		expect(answer.headers.get('content-type')).toBe('text/html');
	}
	expect((await getMe()).text).toBe('<p>moved</p>');
});

test('a delay ends once the faults are cleared', async () => {
	await sandbox.switchOnFault('delay', { delayMs: 3_600_000 });
	const answer = getMe();
	while (sandbox.requests.length === 0) await new Promise(setImmediate);
	sandbox.clearFaults();
	expect((await answer).status).toBe(200);
});

test.each<[FaultTarget, number[]]>([
	['discovery', [0, 200]],
	['users-me', [200, 0]],
])('the server of %s is away; the other one and the page stay', async (target, statuses) => {
	await sandbox.switchOnFault('away', { target });
	expect([await statusOf(getCerts()), await statusOf(getMe())]).toEqual(statuses);
	expect((await callApi(sandbox, '/sandbox/state')).status).toBe(200);
});

test('a sandbox that listens again can be closed at once', async () => {
	const closing = await startSandbox();
	await closing.switchOnFault('away', { refuseConnections: true });
	closing.clearFaults();
	await closing.close();
	await expect(fetch(closing.url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});
