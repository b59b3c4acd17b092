import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/v4';
import { isRunning } from '../n8n/is-running.mts';
import { waitUntil } from '../wait-until.mts';

const runFile = z.object({ processId: z.number(), n8nProcessId: z.number().optional() });

/** The data folder while this process uses it. */
export interface HeldDataFolder {
	/** Notes the n8n that runs on the data, so a later start can end it if we are killed. */
	noteN8n(processId: number): Promise<void>;
	release(): Promise<void>;
}

/**
 * Makes sure that one start at a time uses a data folder. Throws while another one is up; an n8n that
 * a killed start left behind is ended first.
 */
export async function holdDataFolder(dataFolder: string): Promise<HeldDataFolder> {
	await mkdir(dataFolder, { recursive: true, mode: 0o700 });
	const file = join(dataFolder, 'run.json');
	const earlier = await readRunFile(file);
	if (earlier !== undefined && isRunning(earlier.processId)) {
		throw new Error(
			`Another start (process ${earlier.processId}) uses ${dataFolder}. ` +
				'End it with Ctrl-C, or give another folder with --data.',
		);
	}
	if (earlier?.n8nProcessId !== undefined) await endLeftN8n(earlier.n8nProcessId);
	const write = (n8nProcessId?: number): Promise<void> =>
		writeFile(file, JSON.stringify({ processId: process.pid, n8nProcessId }));
	await write();
	return { noteN8n: write, release: () => rm(file, { force: true }) };
}

async function readRunFile(file: string): Promise<z.infer<typeof runFile> | undefined> {
	try {
		return runFile.parse(JSON.parse(await readFile(file, 'utf8')));
	} catch {
		// None, or one that was broken off while it was written: there is nobody to respect.
		return undefined;
	}
}

async function endLeftN8n(processId: number): Promise<void> {
	if (!isRunning(processId) || !isN8n(processId)) return;
	console.log(`Ending an n8n (process ${processId}) that an earlier start left behind.`);
	process.kill(processId, 'SIGTERM');
	await waitUntil(() => (isRunning(processId) ? undefined : true), {
		what: `process ${processId} to end`,
		timeoutMs: 30_000,
	});
}

/** The program of n8n. A clone of this project has n8n in its path too, and all that runs from it. */
const N8N_PROGRAM = /[/\\]n8n[/\\]bin[/\\]n8n(?:\s|$)/;

// The number may have been given to another program since.
function isN8n(processId: number): boolean {
	try {
		return N8N_PROGRAM.test(
			execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(processId)], { encoding: 'utf8' }),
		);
	} catch {
		// No such process any more, or no ps to ask: better left alone.
		return false;
	}
}
