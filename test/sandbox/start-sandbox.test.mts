import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox, SandboxOptions } from '../../sandbox/types.mts';
import { bearer, getCurrentUser, register } from '../support/servers/call-api.mts';

const open: Sandbox[] = [];
async function start(options: SandboxOptions = {}): Promise<Sandbox> {
	const sandbox = await startSandbox(options);
	open.push(sandbox);
	return sandbox;
}
afterEach(async () => {
	await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
});

const hook = { url: 'http://127.0.0.1:9/' };

test('two sandboxes run side by side on loopback and do not accept each other’s tokens', async () => {
	const [one, other] = [await start(), await start()];
	const [port, identityPort] = [one.url, one.identityServerUrl].map((url) =>
		Number(new URL(url).port),
	);
	for (const taken of [{ port }, { identityPort }]) {
		await expect(startSandbox(taken)).rejects.toMatchObject({ code: 'EADDRINUSE' });
	}
	expect(one.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
	expect(one.identityServerUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/realms\/voice-agent$/);
	const token = await bearer(one);
	expect((await getCurrentUser(one, token)).status).toBe(200);
	expect((await getCurrentUser(other, token)).status).toBe(401);
});

test('the API takes tokens of the user’s own identity server, while it is away as well, until they are revoked or of another key', async () => {
	const audience = 'the-api';
	const other = await start({ audience });
	const sandbox = await start({ identityServerUrl: `${other.identityServerUrl}/`, audience });
	expect(sandbox.identityServerUrl).toBe(other.identityServerUrl);
	const [token, unseen] = [await bearer(other), await bearer(other)];
	const statusOf = async (tried: string) => (await getCurrentUser(sandbox, tried)).status;
	expect(await getCurrentUser(sandbox, token)).toMatchObject({ json: { id: other.user.id } });
	await other.switchOnFault('away', { target: 'certs' });
	expect(await statusOf(token)).toBe(200);
	other.clearFaults();
	sandbox.identity.revokeAccessTokens();
	expect([await statusOf(token), await statusOf(unseen)]).toEqual([401, 200]);
	await other.identity.rotateKeys();
	expect(await statusOf(unseen)).toBe(401);
	await expect(sandbox.identity.issueTokens()).rejects.toThrow(/not the sandbox's own/);
	expect((await fetch(`${sandbox.url}/token`)).status).toBe(404);
	const strict = await start({ identityServerUrl: other.identityServerUrl });
	expect((await getCurrentUser(strict, await bearer(other))).status).toBe(401);
});

test.each(['reset', 'close'] as const)('%s ends a delivery that waits', async (end) => {
	const sandbox = await start({ retryDelaysMs: [3_600_000] });
	await register(sandbox, hook);
	const finished = sandbox.finishConversation();
	while (sandbox.deliveries[0]?.attempts.length !== 1) await new Promise(setImmediate);
	await sandbox[end]();
	expect((await finished).deliveries[0]?.state).toBe('failed');
	if (end === 'reset') return;
	for (const address of [sandbox.url, sandbox.identityServerUrl]) {
		await expect(fetch(address)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
	}
});

describe('npm run sandbox', () => {
	const cli = fileURLToPath(new URL('../../sandbox/cli.mts', import.meta.url));
	const running: ChildProcess[] = [];
	afterEach(() => {
		for (const child of running.splice(0)) child.kill('SIGKILL');
	});

	/** Until it is ready, or over. */
	async function run(...args: string[]) {
		const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
		running.push(child);
		let output = '';
		const ended = once(child, 'close').then(([code]: unknown[]) => code);
		await new Promise<void>((resolve) => {
			for (const stream of [child.stdout, child.stderr]) {
				stream.setEncoding('utf8').on('data', (text: string) => {
					output += text;
					if (output.includes('Ctrl-C ends the sandbox.')) resolve();
				});
			}
			void ended.then(() => resolve());
		});
		const addresses = output.match(/http:\/\/127\.0\.0\.1:\d+\S*/g) ?? [];
		return { child, output, ended, addresses };
	}

	test('prints addresses and sign-in, answers, and ends with exit code 0 on Ctrl-C', async () => {
		const uris = ['http://x.test/callback', 'http://y.test/callback'];
		const { child, output, ended, addresses } = await run(
			...['--port', '0', '--identity-port', '0'],
			...uris.flatMap((uri) => ['--redirect-uri', uri]),
		);
		const secrets = ['sandbox-public', 'sandbox-confidential  secret sandbox-secret'];
		const shown = [...secrets.map((text) => `client ID ${text}`), 'demo  password demo-password'];
		for (const text of [...shown, ...uris]) expect(output).toContain(text);
		const [url, identityServerUrl] = addresses;
		expect((await fetch(String(url))).status).toBe(200);
		expect((await fetch(`${identityServerUrl}/.well-known/openid-configuration`)).status).toBe(200);
		child.kill('SIGINT');
		expect(await ended).toBe(0);
	});

	test('says that a port is taken and takes another', async () => {
		const { port } = new URL((await start()).url);
		const { output } = await run('--port', port, '--identity-port', '0');
		expect(output).toContain(`Port ${port} is taken`);
		expect(output).not.toContain(`http://127.0.0.1:${port}\n`);
	});

	test('with --identity names that server, whose tokens the API takes', async () => {
		const other = await start({ audience: 'the-api' });
		const identity = ['--identity', `${other.identityServerUrl}/`, '--audience', 'the-api'];
		const { output, addresses } = await run('--port', '0', ...identity);
		expect(output).toContain(`Identity server address            ${other.identityServerUrl}  `);
		expect(output).not.toContain('client ID');
		const headers = { authorization: await bearer(other) };
		expect((await fetch(`${addresses[0]}/api/Users/me`, { headers })).status).toBe(200);
	});

	test.each([
		[['--port', 'x'], 1, '--port must be a port'],
		[['--identity', 'keycloak'], 1, '--identity must be an http or https URL'],
		[['--redirect-uri', 'n8n'], 1, '--redirect-uri must be an http or https URL'],
		[
			['--redirect-uri', 'http://x.test/*'],
			1,
			'--redirect-uri must be an http or https URL without',
		],
		[
			['--redirect-uri', 'http://x.test/#a'],
			1,
			'--redirect-uri must be an http or https URL without',
		],
		[['--unknown'], 1, '--unknown'],
		[['--help'], 0, '  --redirect-uri '],
	])('started with %j ends with %i and says why', async (args, code, text) => {
		const { ended, output } = await run(...args);
		expect(await ended).toBe(code);
		expect(output).toContain(text);
		expect(output).not.toContain('Ctrl-C');
	});
});
