import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { FaultName, FaultOptions, FaultTarget } from '../../sandbox/types.mts';
import { useSandbox } from '../support/servers/use-sandbox.mts';
import { bearer, callApi, getCurrentUser, register } from '../support/servers/call-api.mts';
import { endpoint, refresh } from './identity/identity-driver.mts';

const sandbox = useSandbox();
let authorization: string;
beforeEach(async () => {
	authorization = await bearer(sandbox);
});

const hook = { url: 'https://n8n.example.com/webhook/1' };
const getMe = () => getCurrentUser(sandbox, authorization);
const getCerts = () => fetch(endpoint(sandbox, 'certs'));
const dropped = /fetch failed|terminated/;
const anHour = 3_600_000;

/** The status of each answer, 0 if there is none. */
const statusOf = (answer: Promise<{ status: number }>) =>
	answer.then(
		({ status }) => status,
		() => 0,
	);

describe('status', () => {
	test('is 500 unless told otherwise; body and type can be anything', async () => {
		await sandbox.switchOnFault('status');
		expect(await getMe()).toMatchObject({ status: 500, json: { status: 500 } });
		sandbox.clearFaults();
		await sandbox.switchOnFault('status', { body: '<p>moved</p>', contentType: 'text/html' });
		const { headers, text } = await getMe();
		expect(headers.get('content-type')).toBe('text/html');
		expect(text).toBe('<p>moved</p>');
	});

	test('counts down its times, the older of two faults first', async () => {
		await sandbox.switchOnFault('status', { target: 'users-me', times: 2 });
		await sandbox.switchOnFault('status', { status: 501, times: 1 });
		const statuses = [(await getMe()).status];
		expect(sandbox.faults).toMatchObject([{ name: 'status', remaining: 1 }, {}]);
		statuses.push((await getMe()).status, (await getMe()).status, (await getMe()).status);
		expect(statuses).toEqual([500, 500, 501, 200]);
		expect(sandbox.faults).toHaveLength(0);
	});
});

test.each<[FaultName, FaultOptions, number]>([
	['status', { status: 418 }, 418],
	['too-many-requests', {}, 429],
	['dropped-connection', {}, 0],
])('%s without a target meets both servers', async (name, options, expected) => {
	await sandbox.switchOnFault(name, options);
	expect([await statusOf(getCerts()), await statusOf(getMe())]).toEqual([expected, expected]);
});

test('a delay ends once the faults are cleared', async () => {
	await sandbox.switchOnFault('delay', { delayMs: anHour });
	const answer = getMe();
	while (sandbox.requests.length === 0) await new Promise(setImmediate);
	sandbox.clearFaults();
	expect((await answer).status).toBe(200);
});

test.each([
	['before', false, 0],
	['after', true, 1],
])('a connection is dropped %s the request takes effect', async (_name, afterEffect, count) => {
	await sandbox.switchOnFault('dropped-connection', { target: 'webhooks', afterEffect });
	await expect(register(sandbox, hook, { authorization })).rejects.toThrow(dropped);
	expect(sandbox.registrations).toHaveLength(count);
	expect(sandbox.requests.at(-1)).toMatchObject({ status: 0, body: JSON.stringify(hook) });
});

test('a recording stalls after its first bytes until the faults are cleared', async () => {
	const url = String(sandbox.createRecord({ recordingBytes: 2_000_000 }).audio_url);
	const options = { target: 'recordings', afterEffect: true, delayMs: anHour } as const;
	await sandbox.switchOnFault('delay', options);
	const reader = (await fetch(url)).body?.getReader();
	let received = (await reader?.read())?.value?.length ?? 0;
	expect(received).toBeGreaterThan(0);
	expect(received).toBeLessThan(2_000_000);
	sandbox.clearFaults();
	for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
		received += part.value.length;
	}
	expect(received).toBe(2_000_000);
});

test.each([
	['token-revoked', 'The access token is revoked.'],
	['token-expired', 'The access token is expired.'],
] as const)(
	'tokens given out before %s are rejected, refreshed ones are not',
	async (name, detail) => {
		const { clientId } = sandbox.clients.public;
		const { refresh_token } = await sandbox.identity.issueTokens({ clientId });
		await sandbox.switchOnFault(name);
		expect((await getMe()).json).toMatchObject({ status: 401, detail });
		const { body } = await refresh(sandbox, refresh_token);
		expect((await getCurrentUser(sandbox, `Bearer ${body.access_token}`)).status).toBe(200);
	},
);

describe('away', () => {
	test.each<[FaultTarget, number[]]>([
		['discovery', [0, 200]],
		['users-me', [200, 0]],
	])(
		'closes the connections of the server of %s; the other one and the page stay',
		async (target, statuses) => {
			await sandbox.switchOnFault('away', { target });
			expect([await statusOf(getCerts()), await statusOf(getMe())]).toEqual(statuses);
			expect((await callApi(sandbox, '/sandbox/state')).status).toBe(200);
		},
	);

	test('can refuse connections until the faults are cleared, or the sandbox is closed', async () => {
		const refused = { cause: { code: 'ECONNREFUSED' } };
		await sandbox.switchOnFault('away', { refuseConnections: true });
		await expect(getMe()).rejects.toMatchObject(refused);
		sandbox.clearFaults();
		expect((await getMe()).status).toBe(200);
		const closing = await startSandbox();
		await closing.switchOnFault('away', { refuseConnections: true });
		closing.clearFaults();
		await closing.close();
		await expect(fetch(closing.url)).rejects.toMatchObject(refused);
	});
});
