import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from './project-paths.mjs';
import { runNpm, runStep } from './run.mjs';

/**
 * Makes node_modules what package-lock.json says, with Node 24 in it: nothing to do if it already is,
 * else from npm's cache or the registry. Install scripts stay off: what needs a binary of its own
 * (esbuild, @swc/core, isolated-vm) comes with one, and nothing else is run from the registry.
 * @param {{ verbose?: boolean }} [options]
 */
export async function ensureNodeModules({ verbose = false } = {}) {
	if (await matchesLock(projectRoot)) return;
	const argv = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
	await runStep('install the dependencies', () => runNpm(argv, { cwd: projectRoot, verbose }));
}

/**
 * Whether npm's own note of what it installed names every package of the lock in its version. So what
 * somebody installed with npm by hand is as good as ours.
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
