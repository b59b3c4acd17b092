import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../../scripts/project-paths.mjs';
import { findVersionFolder } from './n8n-versions.mts';

/** An installed n8n. The project's own Node runs it. */
export type InstalledN8n = ReturnType<typeof describeInstallation>;

/** Names the parts of an installation in `folder`; whether they are there is not checked. */
export function describeInstallation(folder: string) {
	const modules = join(folder, 'node_modules');
	return {
		folder,
		/** The script of the command `n8n`. */
		script: join(modules, 'n8n', 'bin', 'n8n'),
		/** The `n8n-workflow` that this n8n itself uses. */
		workflowPackage: join(modules, 'n8n-workflow'),
	};
}

/** The files that say what a version is made of. Without a lock file npm selects what n8n stands on. */
export function listInstallationFiles(version: string): string[] {
	const folder = findVersionFolder(version);
	return ['package-lock.json', 'package.json']
		.map((name) => join(folder, name))
		.filter((file) => existsSync(file));
}

/** The folder that every clone on this machine with the same lock file, or the same package.json, shares. */
export async function findInstallationFolder(version: string): Promise<string> {
	const [decisive = ''] = listInstallationFiles(version);
	return join(cacheFolder, `n8n-${await readLockHash(decisive)}`);
}

/** Names what an installation by this file gives on this kind of machine: 12 characters. */
async function readLockHash(lockFile: string): Promise<string> {
	return createHash('sha256')
		.update(`${process.platform} ${process.arch}\n`)
		.update(await readFile(lockFile))
		.digest('hex')
		.slice(0, 12);
}
