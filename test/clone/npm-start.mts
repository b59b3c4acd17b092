import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/v4';
import { loadStartState } from '../../host/demo/start-state.mts';
import { createClient, type N8nClient } from '../../host/n8n/n8n-client.mts';
import { openSession, type N8nSession } from '../../host/n8n/n8n-session.mts';
import { projectRoot } from '../../scripts/project-paths.mjs';
import { runProcess } from '../../scripts/run.mjs';

/** Runs `npm start` to its end, as a newcomer types it in a clone. */
export const npmStart = (argv: string[], clone = projectRoot) =>
	runProcess('npm', ['start', '--', ...argv], { cwd: clone, env: createEnvironment() });

/** Groups of processes that a test started and that have not ended. */
const running = new Set<number>();

/** Ends what a test that failed on the way left: what stays up would keep the run from ending. */
export function endStarts(): void {
	for (const group of running) process.kill(-group, 'SIGKILL');
}

/** Runs `npm start`, or another command, and waits until it stays up. */
export async function stayUp(
	folder: string,
	{ command = ['start'], argv = [] as string[], clone = projectRoot } = {},
) {
	const child = spawn('npm', [...command, '--', ...argv, '--data', folder], {
		cwd: clone,
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
	return {
		output: () => output,
		/** As a terminal sends Ctrl-C: to the whole group. */
		interrupt: () => process.kill(-pid, 'SIGINT'),
		/** As a supervisor ends a service: npm alone. */
		terminate: () => process.kill(pid, 'SIGTERM'),
		/** Kills the start itself, and nothing that it started. */
		kill: async () => {
			const text = await readFile(join(folder, 'run.json'), 'utf8');
			const { processId } = z.object({ processId: z.number() }).parse(JSON.parse(text));
			process.kill(processId, 'SIGKILL');
			await ended;
		},
		ended,
	};
}

/** Logs in to the n8n of a start, as its owner. */
export async function logIn(folder: string): Promise<{ session: N8nSession; client: N8nClient }> {
	const { ports, owner } = await loadStartState(folder);
	const session = await openSession(`http://localhost:${ports.n8n}`, owner);
	return { session, client: createClient(session) };
}

function createEnvironment(): NodeJS.ProcessEnv {
	const ofThisRun = /^(NODE_OPTIONS|NODE_ENV|JEST_|npm_)/;
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofThisRun.test(name)));
}
