import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }} LockedPackage
 */

/**
 * @param {string} file
 * @returns {Promise<Record<string, LockedPackage> | undefined>}
 */
async function readPackages(file) {
	try {
		return JSON.parse(await readFile(file, 'utf8')).packages ?? {};
	} catch {
		// No such file, or one that npm did not finish: nothing is installed that could match.
		return undefined;
	}
}

/**
 * Whether npm's own note of what it installed names every package of the lock in its version.
 * @param {string} folder
 */
export async function matchesLock(folder) {
	const wanted = await readPackages(join(folder, 'package-lock.json'));
	const installed = await readPackages(join(folder, 'node_modules', '.package-lock.json'));
	if (wanted === undefined || installed === undefined) return false;
	return Object.entries(wanted).every(([path, { version, optional, devOptional, peer }]) => {
		if (path === '') return true;
		const found = installed[path];
		if (found === undefined) return Boolean(optional || devOptional || peer);
		return found.version === version;
	});
}
