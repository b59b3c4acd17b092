import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { FaultName, FaultOptions, FaultTarget, Sandbox } from '../../sandbox/types.mts';
import { bearer, callApi, getCurrentUser, register } from './call-api.mts';

let sandbox: Sandbox;
let authorization: string;

beforeAll(async () => {
	sandbox = await startSandbox();
});
beforeEach(async () => {
	authorization = await bearer(sandbox);
});
afterEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const hook = { url: 'https://n8n.example.com/webhook/1' };
const getMe = () => getCurrentUser(sandbox, authorization);
const dropped = /fetch failed|terminated/;

test('status: the answer is replaced, nothing takes effect', async () => {
	await sandbox.switchOnFault('status', { target: 'webhooks', status: 503, retryAfterSeconds: 7 });
	const answer = await register(sandbox, hook, { authorization });
	expect(answer.status).toBe(503);
	expect(answer.headers.get('retry-after')).toBe('7');
	expect(sandbox.registrations).toHaveLength(0);
	expect(sandbox.requests.at(-1)).toMatchObject({ status: 503, body: JSON.stringify(hook) });
	expect((await getMe()).status).toBe(200);
});

test('status: 500 by default; body, content type and headers are settable', async () => {
	await sandbox.switchOnFault('status');
	expect(await getMe()).toMatchObject({ status: 500, json: { status: 500 } });
	sandbox.clearFaults();
	await sandbox.switchOnFault('status', {
		status: 302,
		body: '<p>moved</p>',
		contentType: 'text/html',
		headers: { location: 'ftp://elsewhere.test/' },
	});
	const response = await fetch(`${sandbox.url}/api/Users/me`, { redirect: 'manual' });
	expect(response.status).toBe(302);
	expect(response.headers.get('location')).toBe('ftp://elsewhere.test/');
	expect(response.headers.get('content-type')).toBe('text/html');
	expect(await response.text()).toBe('<p>moved</p>');
});

test('status after effect: the request counts, its answer is lost', async () => {
	await sandbox.switchOnFault('status', { target: 'webhooks', status: 502, afterEffect: true });
	expect((await register(sandbox, hook, { authorization })).status).toBe(502);
	expect(sandbox.registrations).toHaveLength(1);
});

test('times counts down', async () => {
	await sandbox.switchOnFault('status', { target: 'users-me', times: 2 });
	const statuses = [(await getMe()).status];
	expect(sandbox.faults).toMatchObject([{ name: 'status', remaining: 1 }]);
	statuses.push((await getMe()).status, (await getMe()).status);
	expect(statuses).toEqual([500, 500, 200]);
	expect(sandbox.faults).toHaveLength(0);
});

test('two faults for one request: the older one first', async () => {
	await sandbox.switchOnFault('status', { status: 500, times: 1 });
	await sandbox.switchOnFault('status', { status: 501, times: 1 });
	expect([(await getMe()).status, (await getMe()).status]).toEqual([500, 501]);
});

test('delay: the answer comes later', async () => {
	await sandbox.switchOnFault('delay', { delayMs: 80 });
	const started = performance.now();
	expect((await getMe()).status).toBe(200);
	expect(performance.now() - started).toBeGreaterThan(75);
});

test('delay: what is discarded goes on when the faults are cleared', async () => {
	await sandbox.switchOnFault('delay', { delayMs: 3_600_000 });
	const answer = getMe();
	while (sandbox.requests.length === 0) await new Promise(setImmediate);
	sandbox.clearFaults();
	expect((await answer).status).toBe(200);
});

test('broken JSON: with a good status and a JSON content type', async () => {
	await sandbox.switchOnFault('broken-json', { target: 'users-me' });
	const response = await fetch(`${sandbox.url}/api/Users/me`, { headers: { authorization } });
	expect(response.status).toBe(200);
	expect(response.headers.get('content-type')).toContain('application/json');
	const text = await response.text();
	expect(() => JSON.parse(text)).toThrow(SyntaxError);
});

test('broken JSON after effect: the true answer stops in the middle', async () => {
	await sandbox.switchOnFault('broken-json', { target: 'webhooks', afterEffect: true });
	const response = await fetch(`${sandbox.url}/api/Webhooks`, {
		method: 'POST',
		headers: { authorization, 'content-type': 'application/json' },
		body: JSON.stringify(hook),
	});
	const text = await response.text();
	expect(() => JSON.parse(text)).toThrow(SyntaxError);
	expect(JSON.stringify({ id: sandbox.registrations[0]?.id })).toContain(text);
});

test.each([
	[undefined, 0],
	[true, 1],
])('dropped connection, after effect %s: %d registrations', async (afterEffect, count) => {
	await sandbox.switchOnFault('dropped-connection', { target: 'webhooks', afterEffect });
	await expect(register(sandbox, hook, { authorization })).rejects.toThrow(dropped);
	expect(sandbox.registrations).toHaveLength(count);
	expect(sandbox.requests.at(-1)).toMatchObject({ status: 0, body: JSON.stringify(hook) });
});

test('a recording is dropped, or stalled, after its first bytes', async () => {
	const url = String(sandbox.createRecord({ recordingBytes: 2_000_000 }).audio_url);
	await sandbox.switchOnFault('dropped-connection', { target: 'recordings', afterEffect: true });
	const cut = await fetch(url);
	expect(cut.status).toBe(200);
	await expect(cut.arrayBuffer()).rejects.toThrow(dropped);
	sandbox.clearFaults();

	await sandbox.switchOnFault('delay', {
		target: 'recordings',
		afterEffect: true,
		delayMs: 3_600_000,
	});
	const stalled = await fetch(url);
	expect(stalled.headers.get('content-type')).toBe('audio/wav');
	const reader = stalled.body?.getReader();
	let received = (await reader?.read())?.value?.length ?? 0;
	expect(received).toBeGreaterThan(0);
	expect(received).toBeLessThan(2_000_000);
	sandbox.clearFaults();
	for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
		received += part.value.length;
	}
	expect(received).toBe(2_000_000);
});

test('too many requests: 429 with Retry-After', async () => {
	await sandbox.switchOnFault('too-many-requests', { retryAfterSeconds: 3 });
	const answer = await getMe();
	expect(answer.status).toBe(429);
	expect(answer.headers.get('retry-after')).toBe('3');
});

test.each([
	['token-revoked', 'The access token is revoked.'],
	['token-expired', 'The access token is expired.'],
] as const)('%s: tokens given out so far are rejected, new ones are not', async (name, detail) => {
	const { refresh_token, access_token } = await sandbox.identity.issueTokens({
		clientId: sandbox.clients.public.clientId,
	});
	await sandbox.switchOnFault(name);
	expect((await getMe()).json).toMatchObject({ status: 401, detail });
	expect((await getCurrentUser(sandbox, `Bearer ${access_token}`)).status).toBe(401);
	const refreshed = await refresh(refresh_token);
	expect(refreshed.status).toBe(200);
	const { access_token: fresh }: { access_token?: unknown } = await refreshed.json();
	expect((await getCurrentUser(sandbox, `Bearer ${String(fresh)}`)).status).toBe(200);
});

test('token-revoked at the token endpoint: the refresh token is dead as well', async () => {
	const { refresh_token } = await sandbox.identity.issueTokens({
		clientId: sandbox.clients.public.clientId,
	});
	await sandbox.switchOnFault('token-revoked', { target: 'token' });
	const rejected = await refresh(refresh_token);
	expect(rejected.status).toBe(400);
	expect(await rejected.json()).toMatchObject({ error: 'invalid_grant' });
});

const refresh = (refreshToken: string) =>
	fetch(`${sandbox.identityServerUrl}/protocol/openid-connect/token`, {
		method: 'POST',
		body: new URLSearchParams({
			grant_type: 'refresh_token',
			client_id: sandbox.clients.public.clientId,
			refresh_token: refreshToken,
		}),
	});

test('key rotation: the API knows the new key at once and the old one no more', async () => {
	expect((await getMe()).status).toBe(200);
	await sandbox.switchOnFault('key-rotation');
	expect((await getMe()).json).toMatchObject({ status: 401 });
	expect((await getCurrentUser(sandbox, await bearer(sandbox))).status).toBe(200);
});

test('away: the server of the target closes connections, the other one and the page stay', async () => {
	const certs = `${sandbox.identityServerUrl}/protocol/openid-connect/certs`;
	await sandbox.switchOnFault('away', { target: 'discovery' });
	await expect(fetch(certs)).rejects.toThrow(dropped);
	expect((await getMe()).status).toBe(200);
	sandbox.clearFaults();
	await sandbox.switchOnFault('away', { target: 'users-me' });
	await expect(getMe()).rejects.toThrow(dropped);
	expect((await fetch(certs)).status).toBe(200);
	expect((await callApi(sandbox, '/sandbox/state')).status).toBe(200);
});

test('away, refusing connections: refused until the faults are cleared, on the same port', async () => {
	await sandbox.switchOnFault('away', { refuseConnections: true });
	await expect(getMe()).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
	sandbox.clearFaults();
	expect((await getMe()).status).toBe(200);
});

test('closed right after it refused connections it leaves nothing listening', async () => {
	const closing = await startSandbox();
	await closing.switchOnFault('away', { refuseConnections: true });
	closing.clearFaults();
	await closing.close();
	await expect(fetch(closing.url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});

const identityRoutes: [FaultTarget, string, string][] = [
	['discovery', 'GET', '/.well-known/openid-configuration'],
	['auth', 'GET', '/protocol/openid-connect/auth'],
	['token', 'POST', '/protocol/openid-connect/token'],
	['userinfo', 'GET', '/protocol/openid-connect/userinfo'],
	['logout', 'POST', '/protocol/openid-connect/logout'],
	['certs', 'GET', '/protocol/openid-connect/certs'],
];
test.each(identityRoutes)('the target %s of the identity server', async (target, method, path) => {
	const call = async () => (await fetch(`${sandbox.identityServerUrl}${path}`, { method })).status;
	await sandbox.switchOnFault('status', { target, status: 418, times: 1 });
	for (const [other, otherMethod, otherPath] of identityRoutes) {
		if (other === target) continue;
		const answer = await fetch(`${sandbox.identityServerUrl}${otherPath}`, { method: otherMethod });
		expect(answer.status).not.toBe(418);
	}
	expect(await call()).toBe(418);
	expect(await call()).not.toBe(418);
	expect(sandbox.requests.at(-2)).toMatchObject({ method, status: 418 });
});

const everywhere: [FaultName, FaultOptions][] = [
	['status', { status: 418 }],
	['too-many-requests', {}],
	['dropped-connection', {}],
];
test.each(everywhere)('%s without a target meets both servers', async (name, options) => {
	await sandbox.switchOnFault(name, options);
	const call = (url: string) =>
		fetch(url).then(
			({ status }) => status,
			() => 0,
		);
	const expected = { status: 418, 'too-many-requests': 429, 'dropped-connection': 0 };
	const statuses = [
		await call(`${sandbox.identityServerUrl}/protocol/openid-connect/certs`),
		await call(`${sandbox.url}/api/Users/me`),
	];
	expect(statuses).toEqual(
		Array(2).fill(Object.entries(expected).find(([key]) => key === name)?.[1]),
	);
});
