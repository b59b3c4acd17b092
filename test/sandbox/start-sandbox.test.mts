import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { bearer, getCurrentUser, register } from './call-api.mts';
import { startReceiver } from './start-receiver.mts';

const hook = { url: 'http://127.0.0.1:9/' };

test('both servers listen on loopback, on ports that the system chose', async () => {
	const sandbox = await startSandbox();
	try {
		expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
		expect(sandbox.identityServerUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/realms\/voice-agent$/);
		expect(sandbox.identity.url).toBe(sandbox.identityServerUrl);
	} finally {
		await sandbox.close();
	}
});

test('two sandboxes run side by side and do not accept each other’s tokens', async () => {
	const [one, other] = [await startSandbox(), await startSandbox()];
	try {
		const token = await bearer(one);
		expect((await getCurrentUser(one, token)).status).toBe(200);
		expect((await getCurrentUser(other, token)).status).toBe(401);
	} finally {
		await Promise.all([one.close(), other.close()]);
	}
});

test.each(['port', 'identityPort'] as const)(
	'a taken %s rejects with the reason of the system',
	async (name) => {
		const first = await startSandbox();
		try {
			const taken = Number(new URL(name === 'port' ? first.url : first.identityServerUrl).port);
			await expect(startSandbox({ [name]: taken })).rejects.toMatchObject({ code: 'EADDRINUSE' });
		} finally {
			await first.close();
		}
	},
);

test('clients, users and audience are settable; a kind of client that is left out has its default', async () => {
	const client = { clientId: 'mine', clientSecret: 's', redirectUris: ['http://x.test/'] };
	const user = { id: 'u-1', username: 'u', password: 'p', name: 'U', email: 'u@x.test' };
	const sandbox = await startSandbox({
		clients: [client],
		users: [user],
		audience: 'https://api.x.test',
		realm: 'other',
	});
	try {
		expect(sandbox.clients.confidential).toEqual(client);
		expect(sandbox.clients.public.clientId).toBe('sandbox-public');
		expect(sandbox.user).toEqual(user);
		expect(sandbox.identity.audience).toBe('https://api.x.test');
		expect(sandbox.identityServerUrl).toMatch(/\/realms\/other$/);
		const answer = await getCurrentUser(sandbox, await bearer(sandbox, { clientId: 'mine' }));
		expect(answer.json).toMatchObject({ id: 'u-1' });
	} finally {
		await sandbox.close();
	}
});

describe('with an identity server of the user’s own', () => {
	let other: Sandbox;
	let sandbox: Sandbox;

	beforeEach(async () => {
		other = await startSandbox({ audience: 'the-api' });
		sandbox = await startSandbox({
			identityServerUrl: `${other.identityServerUrl}/`,
			audience: 'the-api',
		});
	});
	afterEach(async () => {
		await Promise.all([sandbox.close(), other.close()]);
	});

	test('the API takes its tokens and users, and no other’s', async () => {
		expect(sandbox.identityServerUrl).toBe(other.identityServerUrl);
		const token = await bearer(other);
		const answer = await getCurrentUser(sandbox, token);
		expect(answer).toMatchObject({ status: 200, json: { id: other.user.id } });
		await other.identity.rotateKeys();
		expect((await getCurrentUser(sandbox, token)).status).toBe(401);
	});

	test('the API rejects a token for another audience', async () => {
		const strict = await startSandbox({ identityServerUrl: other.identityServerUrl });
		try {
			expect((await getCurrentUser(strict, await bearer(other))).status).toBe(401);
		} finally {
			await strict.close();
		}
	});

	test('the API rejects the tokens that it has seen as soon as they are revoked', async () => {
		const [seen, unseen] = [await bearer(other), await bearer(other)];
		expect((await getCurrentUser(sandbox, seen)).status).toBe(200);
		sandbox.identity.revokeAccessTokens();
		expect((await getCurrentUser(sandbox, seen)).status).toBe(401);
		expect((await getCurrentUser(sandbox, unseen)).status).toBe(200);
	});

	test('the API takes tokens while it is away, by the keys that it has read', async () => {
		const token = await bearer(other);
		expect((await getCurrentUser(sandbox, token)).status).toBe(200);
		await other.switchOnFault('away', { target: 'certs' });
		expect((await getCurrentUser(sandbox, token)).status).toBe(200);
		other.clearFaults();
	});

	test('a delivery carries a token only if it is given one', async () => {
		const receiver = await startReceiver();
		try {
			sandbox.registrations.push({
				id: 'r-1',
				userId: other.user.id,
				url: receiver.url,
				body: {},
				created_at: '',
			});
			await sandbox.finishConversation();
			await sandbox.finishConversation({ delivery: { authorization: 'Bearer x' } });
			const headers = receiver.received.map((request) => request.headers.authorization);
			expect(headers).toEqual([undefined, 'Bearer x']);
		} finally {
			await receiver.close();
		}
	});

	test('what would need power over it says so', async () => {
		const rejection = /not the sandbox's own/;
		await expect(sandbox.identity.issueTokens()).rejects.toThrow(rejection);
		await expect(sandbox.identity.signJwt({})).rejects.toThrow(rejection);
		await expect(sandbox.switchOnFault('key-rotation')).rejects.toThrow(rejection);
		expect(() => sandbox.identity.revokeRefreshTokens()).toThrow(rejection);
		expect((await fetch(`${sandbox.url}/token`)).status).toBe(404);
		expect(await sandbox.identity.jwks()).toEqual(await other.identity.jwks());
	});
});

test('reset empties the lists that callers hold and switches faults off', async () => {
	const sandbox = await startSandbox({ retryDelaysMs: [] });
	try {
		const { requests, registrations, deliveries, trappedCalls, faults } = sandbox;
		await register(sandbox, hook);
		await fetch(`${sandbox.url}/api/webhooks/notifications/events/ConversationComplete`);
		await sandbox.finishConversation();
		await sandbox.switchOnFault('status');
		const lists = [requests, registrations, deliveries, trappedCalls, faults];
		expect(lists.map(({ length }) => length > 0)).toEqual(lists.map(() => true));
		await sandbox.reset();
		expect(lists.map(({ length }) => length)).toEqual([0, 0, 0, 0, 0]);
		expect((await getCurrentUser(sandbox, await bearer(sandbox))).status).toBe(200);
		expect(requests).toHaveLength(1);
	} finally {
		await sandbox.close();
	}
});

test('close ends both servers and a delivery that waits', async () => {
	const sandbox = await startSandbox({ retryDelaysMs: [3_600_000] });
	await register(sandbox, hook);
	const finished = sandbox.finishConversation();
	while (sandbox.deliveries[0]?.attempts.length !== 1) await new Promise(setImmediate);
	await sandbox.close();
	expect((await finished).deliveries[0]?.state).toBe('failed');
	for (const url of [sandbox.url, sandbox.identityServerUrl]) {
		await expect(fetch(url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
	}
});
