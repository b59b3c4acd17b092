import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/v4';
import { projectRoot } from '../../scripts/project-paths.mjs';
import { waitUntil } from '../../host/wait-until.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';

jest.setTimeout(300_000);

// The command as a newcomer types it, in a process of its own.
let dataFolder: string;

beforeAll(async () => {
	dataFolder = await mkdtemp(join(tmpdir(), 'voice-agent-start-'));
});

afterAll(() => rm(dataFolder, { recursive: true, force: true }));

function createEnvironment(): NodeJS.ProcessEnv {
	const ofThisRun = /^(NODE_OPTIONS|NODE_ENV|JEST_|npm_)/;
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofThisRun.test(name)));
}

function npmStart(...argv: string[]): Promise<{ code: number | null; output: string }> {
	return new Promise((resolve, reject) => {
		const child = spawn('npm', ['start', '--', ...argv], {
			cwd: projectRoot,
			env: createEnvironment(),
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let output = '';
		const keep = (chunk: Buffer) => {
			output += chunk.toString('utf8');
		};
		child.stdout.on('data', keep);
		child.stderr.on('data', keep);
		child.once('error', reject);
		child.once('close', (code) => resolve({ code, output }));
	});
}

async function readState(): Promise<{ ports: Record<string, number>; registrations: unknown[] }> {
	return JSON.parse(await readFile(join(dataFolder, 'state.json'), 'utf8'));
}

const readDelivered = (output: string) => /conversation (\S+) was delivered/.exec(output)?.[1];
const readEmitted = (output: string) => /^ {2}id +(\S+)$/m.exec(output)?.[1];

let firstId: string | undefined;

test('--once prints the conversation that the sandbox delivered, and ends with 0', async () => {
	const { code, output } = await npmStart('--once', '--data', dataFolder);
	expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });

	// The first conversation of a new sandbox is known beforehand.
	const sandbox = await startSandbox({ seed: 1 });
	const { id } = sandbox.createRecord({ dialogue: 'booking' });
	await sandbox.close();
	expect(readDelivered(output)).toBe(id);
	expect(readEmitted(output)).toBe(id);
	firstId = readEmitted(output);

	// What has ended cannot be visited.
	expect(output).not.toContain('finish further conversations on this page');
	expect(output).toContain('Everything has ended. Run `npm start`');
});

test('it leaves nothing running', async () => {
	expect(existsSync(join(dataFolder, 'run.json'))).toBe(false);
	const { ports } = await readState();
	for (const port of Object.values(ports)) {
		await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
	}
});

test('a second start reuses the data and registers nothing new', async () => {
	const { code, output } = await npmStart('--once', '--data', dataFolder);
	expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
	expect(readEmitted(output)).toBe(readDelivered(output));
	expect(readEmitted(output)).not.toBe(firstId);
	expect((await readState()).registrations).toHaveLength(1);
});

test('where a port is taken it says so and takes another', async () => {
	const { ports } = await readState();
	const taken = ports.n8n;
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(taken, '127.0.0.1', resolve));
	try {
		const { code, output } = await npmStart('--once', '--data', dataFolder);
		expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
		expect(output).toContain(`Port ${taken} is taken: n8n uses `);
		expect(readEmitted(output)).toBe(readDelivered(output));
	} finally {
		await new Promise((resolve) => server.close(resolve));
	}
});

/** Groups of processes that a test started and that have not ended. */
const running = new Set<number>();

// Also where a test failed on the way: what stays up would keep the run from ending.
afterEach(() => {
	for (const group of running) process.kill(-group, 'SIGKILL');
});

/** Starts without `--once` and waits until it stays up. A terminal sends Ctrl-C to the whole group. */
async function stayUp() {
	const child = spawn('npm', ['start', '--', '--data', dataFolder], {
		cwd: projectRoot,
		env: createEnvironment(),
		stdio: ['ignore', 'pipe', 'inherit'],
		detached: true,
	});
	const { pid } = child;
	if (pid === undefined) throw new Error('npm was not started.');
	running.add(pid);
	let output = '';
	const ended = new Promise<string>((resolve) => {
		child.once('close', () => {
			running.delete(pid);
			resolve(output);
		});
	});
	await new Promise<void>((resolve, reject) => {
		child.stdout.on('data', (chunk: Buffer) => {
			output += chunk.toString('utf8');
			if (output.includes('Press Ctrl-C')) resolve();
		});
		child.once('close', () => reject(new Error(`It ended by itself:\n${output}`)));
	});
	return { interrupt: () => process.kill(-pid, 'SIGINT'), ended };
}

async function isN8nUp(): Promise<boolean> {
	const { ports } = await readState();
	try {
		const answer = await fetch(`http://localhost:${ports.n8n}/healthz/readiness`);
		return answer.status === 200;
	} catch {
		// Nobody listens.
		return false;
	}
}

test('without --once it stays up until Ctrl-C, and cleans up then', async () => {
	const { interrupt, ended } = await stayUp();
	expect(await isN8nUp()).toBe(true);
	interrupt();
	const output = await ended;
	expect(output).toContain('finish further conversations on this page');
	expect(output).toContain(join(dataFolder, 'n8n', 'n8n.log'));
	expect(output.trimEnd().endsWith('Ending …\nEnded.')).toBe(true);
	expect(await isN8nUp()).toBe(false);
	expect(existsSync(join(dataFolder, 'run.json'))).toBe(false);
});

test('a start that is killed takes n8n with it', async () => {
	const { ended } = await stayUp();
	const text = await readFile(join(dataFolder, 'run.json'), 'utf8');
	const { processId } = z.object({ processId: z.number() }).parse(JSON.parse(text));
	process.kill(processId, 'SIGKILL');
	await ended;
	await waitUntil(async () => ((await isN8nUp()) ? undefined : true), {
		what: 'n8n to end with the start that was killed',
		timeoutMs: 30_000,
	});
});

test('while another start uses the data it ends with 1 and says which', async () => {
	const used = join(dataFolder, 'used');
	await mkdir(used);
	await writeFile(join(used, 'run.json'), JSON.stringify({ processId: process.pid }));
	const { code, output } = await npmStart('--once', '--data', used);
	expect(code).toBe(1);
	expect(output).toContain(`npm start failed: Another start (process ${process.pid}) uses`);
	expect(existsSync(join(used, 'run.json'))).toBe(true);
});

test('an option that does not exist ends it with 1 and its name', async () => {
	const { code, output } = await npmStart('--twice');
	expect(code).toBe(1);
	expect(output).toContain("npm start failed: Unknown option '--twice'");
});

test('--help lists the options and starts nothing', async () => {
	const unused = join(dataFolder, 'unused');
	const { code, output } = await npmStart('--help', '--data', unused);
	expect(code).toBe(0);
	for (const option of ['--once', '--verbose', '--data']) expect(output).toContain(`  ${option} `);
	expect(existsSync(unused)).toBe(false);
});
