import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/v4';
import { findStateFile } from './start-state.mts';

const runFile = z.object({ processId: z.number() });

/**
 * Makes sure that one start at a time uses a data folder: throws while another one is up. One that was
 * killed leaves nothing behind, since its n8n ends with it. Returns what releases the folder.
 */
export async function holdDataFolder(dataFolder: string): Promise<() => Promise<void>> {
	await mkdir(dataFolder, { recursive: true, mode: 0o700 });
	const file = join(dataFolder, 'run.json');
	const earlier = await readRunFile(file);
	if (earlier !== undefined && isRunning(earlier.processId)) {
		throw new Error(
			`Another start (process ${earlier.processId}) uses ${dataFolder}. ` +
				'End it with Ctrl-C, or give another folder with --data.',
		);
	}
	await writeFile(file, JSON.stringify({ processId: process.pid }));
	return () => rm(file, { force: true });
}

async function readRunFile(file: string): Promise<z.infer<typeof runFile> | undefined> {
	try {
		return runFile.parse(JSON.parse(await readFile(file, 'utf8')));
	} catch {
		// None, or one that was broken off while it was written: there is nobody to respect.
		return undefined;
	}
}

function isRunning(processId: number): boolean {
	try {
		process.kill(processId, 0);
		return true;
	} catch (error) {
		// It runs, and belongs to another user.
		return String(error).includes('EPERM');
	}
}

/** The folder of n8n inside a data folder: its database, its key, the package and the log. */
export const findN8nFolder = (dataFolder: string): string => join(dataFolder, 'n8n');

/**
 * Deletes what earlier starts left in the folder, and nothing else that lies there. A folder without
 * the state of a start is left alone: its `n8n` may be anything.
 */
export async function resetDataFolder(dataFolder: string): Promise<void> {
	const stateFile = findStateFile(dataFolder);
	if (!existsSync(stateFile)) return;
	await rm(findN8nFolder(dataFolder), { recursive: true, force: true });
	// Last: if this was broken off, the next one still knows the folder.
	await rm(stateFile, { force: true });
}
