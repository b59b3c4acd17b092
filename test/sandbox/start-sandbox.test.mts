import { startSandbox } from '../../sandbox/start-sandbox.mts';
import { bearer, getCurrentUser, register } from './call-api.mts';

const hook = { url: 'http://127.0.0.1:9/' };

test('both servers listen on loopback, on ports that the system chose', async () => {
	const sandbox = await startSandbox();
	try {
		expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
		expect(sandbox.identityUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/realms\/voice-agent$/);
		expect(sandbox.identity.url).toBe(sandbox.identityUrl);
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
			const taken = Number(new URL(name === 'port' ? first.url : first.identityUrl).port);
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
		expect(sandbox.identityUrl).toMatch(/\/realms\/other$/);
		const answer = await getCurrentUser(sandbox, await bearer(sandbox, { clientId: 'mine' }));
		expect(answer.json).toMatchObject({ id: 'u-1' });
	} finally {
		await sandbox.close();
	}
});

test('reset empties the lists that callers hold and switches faults off', async () => {
	const sandbox = await startSandbox({ retryDelaysMilliseconds: [] });
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
	const sandbox = await startSandbox({ retryDelaysMilliseconds: [3_600_000] });
	await register(sandbox, hook);
	const finished = sandbox.finishConversation();
	while (sandbox.deliveries[0]?.attempts.length !== 1) await new Promise(setImmediate);
	await sandbox.close();
	expect((await finished).deliveries[0]?.state).toBe('failed');
	for (const url of [sandbox.url, sandbox.identityUrl]) {
		await expect(fetch(url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
	}
});
