import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findStateFile } from './start-state.mts';

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
