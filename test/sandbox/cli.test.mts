import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '../../sandbox/start-sandbox.mts';

const cli = fileURLToPath(new URL('../../sandbox/cli.mts', import.meta.url));
const running: ChildProcess[] = [];

afterEach(() => {
	for (const child of running.splice(0)) child.kill('SIGKILL');
});

function start(...args: string[]) {
	const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
	running.push(child);
	let output = '';
	const ended = once(child, 'close').then(([code]: unknown[]) => ({ code, output }));
	const ready = new Promise<string>((resolve) => {
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding('utf8').on('data', (text: string) => {
				output += text;
				if (output.includes('Ctrl-C ends the sandbox.')) resolve(output);
			});
		}
	});
	return { child, ready, ended };
}

test('prints addresses and sign-in, answers, and ends with exit code 0 on Ctrl-C', async () => {
	const redirectUris = ['http://x.test/callback', 'http://y.test/callback'];
	const { child, ready, ended } = start(
		...['--port', '0', '--identity-port', '0'],
		...redirectUris.flatMap((uri) => ['--redirect-uri', uri]),
	);
	const output = await ready;
	const [url, identityServerUrl] = output.match(/http:\/\/127\.0\.0\.1:\d+\S*/g) ?? [];
	expect(output).toContain('client ID sandbox-public');
	expect(output).toContain('client ID sandbox-confidential  secret sandbox-secret');
	expect(output).toContain('demo  password demo-password');
	for (const uri of redirectUris) expect(output).toContain(uri);
	expect((await fetch(String(url))).status).toBe(200);
	expect((await fetch(`${identityServerUrl}/.well-known/openid-configuration`)).status).toBe(200);
	child.kill('SIGINT');
	expect((await ended).code).toBe(0);
});

test('with --identity names that server, whose tokens the API takes', async () => {
	const { identityServerUrl, identity, close } = await startSandbox({ audience: 'the-api' });
	try {
		const { ready } = start(
			'--port',
			'0',
			'--identity',
			`${identityServerUrl}/`,
			'--audience',
			'the-api',
		);
		const output = await ready;
		const [url] = output.match(/http:\/\/127\.0\.0\.1:\d+\S*/g) ?? [];
		expect(output).toContain(`Identity server address            ${identityServerUrl}  `);
		expect(output).not.toContain('client ID');
		const { access_token: token } = await identity.issueTokens();
		const answer = await fetch(`${url}/api/Users/me`, {
			headers: { authorization: `Bearer ${token}` },
		});
		expect(answer.status).toBe(200);
	} finally {
		await close();
	}
});

test('says that a port is taken and takes another', async () => {
	const holder = createServer().listen(0, '127.0.0.1');
	await once(holder, 'listening');
	try {
		const address = holder.address();
		const port = typeof address === 'object' ? String(address?.port) : '';
		const { ready } = start('--port', port, '--identity-port', '0');
		const output = await ready;
		expect(output).toContain(`Port ${port} is taken`);
		expect(output).not.toContain(`http://127.0.0.1:${port}\n`);
	} finally {
		holder.close();
	}
});

test.each([
	[['--port', 'x'], '--port must be a port'],
	[['--identity', 'keycloak'], '--identity must be an http or https URL'],
	[['--redirect-uri', 'n8n'], '--redirect-uri must be a whole URL'],
	[['--unknown'], '--unknown'],
])('rejects %j and says why', async (args, reason) => {
	const { code, output } = await start(...args).ended;
	expect(code).toBe(1);
	expect(output).toContain(reason);
});

test('--help lists the options and starts nothing', async () => {
	const { code, output } = await start('--help').ended;
	expect(code).toBe(0);
	for (const option of [
		'--port',
		'--identity-port',
		'--identity',
		'--audience',
		'--redirect-uri',
	]) {
		expect(output).toContain(`  ${option} `);
	}
	expect(output).not.toContain('Ctrl-C');
});
