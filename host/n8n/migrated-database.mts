import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProcess, runStep } from '../../scripts/run.mjs';
import { buildN8nEnvironment } from './n8n-environment.mts';
import type { InstalledN8n } from './n8n-paths.mts';

// Half of a first start of n8n is the migrations of its empty database. The suites start an empty n8n
// some thirty times; with the database of one that did nothing else, each of them is spared that half.

const findCopy = ({ folder }: InstalledN8n): string => join(folder, 'migrated.sqlite');

/** Where n8n keeps its database, unless it is told to use PostgreSQL. */
const findDatabase = (userFolder: string): string => join(userFolder, '.n8n', 'database.sqlite');

/** Lets n8n migrate an empty database and keeps it beside the installation. Does nothing if it is there. */
export async function keepMigratedDatabase(installed: InstalledN8n): Promise<void> {
	const copy = findCopy(installed);
	if (existsSync(copy)) return;
	const userFolder = await mkdtemp(join(tmpdir(), 'voice-agent-migrate-'));
	try {
		await runStep('migrate an empty database', async () => {
			const env = buildN8nEnvironment({ installed, userFolder, port: 0, brokerPort: 0, extra: {} });
			// The shortest command that opens the database.
			const argv = [installed.script, 'list:workflow'];
			const { code, output } = await runProcess(process.execPath, argv, { cwd: userFolder, env });
			if (code !== 0) throw new Error(`n8n did not migrate its database:\n${output}`);
			// Another process may be doing the same; the last one wins, with an equal file.
			const temporary = `${copy}.${process.pid}`;
			await copyFile(findDatabase(userFolder), temporary);
			await rename(temporary, copy);
		});
	} finally {
		await rm(userFolder, { recursive: true, force: true });
	}
}

/** Puts the kept database into a data folder that has none yet. Without a kept one n8n makes its own. */
export async function takeMigratedDatabase(
	installed: InstalledN8n,
	userFolder: string,
): Promise<void> {
	const copy = findCopy(installed);
	const database = findDatabase(userFolder);
	if (!existsSync(copy) || existsSync(database)) return;
	await mkdir(join(database, '..'), { recursive: true });
	await copyFile(copy, database);
}
