import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cacheFolder, projectRoot } from './project-paths.mjs';
import { runNpm, runProcess, runStep } from './run.mjs';

const modules = join(projectRoot, 'node_modules');

/**
 * Makes node_modules what package-lock.json says, with Node 24 in it: nothing to do if it already
 * is, else a copy that another clone of this machine left behind, else from the registry. Install
 * scripts stay off: what needs a binary of its own (esbuild, @swc/core, isolated-vm) comes with one,
 * and nothing else is run from the registry.
 * @param {{ verbose?: boolean }} [options]
 */
export async function ensureNodeModules({ verbose = false } = {}) {
	const hash = await readLockHash(join(projectRoot, 'package-lock.json'));
	const copy = join(cacheFolder, `modules-${hash}`);
	if ((await matchesLock(projectRoot)) || (await restoreModules(copy))) return;
	await runStep('install the dependencies', () =>
		runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: projectRoot, verbose }),
	);
	await runStep('keep the dependencies for other clones', () => storeModules(copy));
}

/**
 * Names what an installation by this lock file gives on this kind of machine: 12 characters.
 * @param {string} lockFile
 */
export async function readLockHash(lockFile) {
	return createHash('sha256')
		.update(`${process.platform} ${process.arch}\n`)
		.update(await readFile(lockFile))
		.digest('hex')
		.slice(0, 12);
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

/**
 * Takes node_modules from the copy of an earlier clone; false if there is none, or it fails.
 * @param {string} copy
 */
async function restoreModules(copy) {
	if (!existsSync(copy)) return false;
	// In a folder that git and the tools overlook, should it be left behind.
	const temporary = join(projectRoot, '.sandbox', `node_modules.${process.pid}`);
	try {
		await mkdir(dirname(temporary), { recursive: true });
		await runStep('take the dependencies from an earlier clone', async () => {
			await copyFolder(copy, temporary);
			await rm(modules, { recursive: true, force: true });
			await rename(temporary, modules);
		});
		return true;
	} catch (error) {
		console.log(`  ${error}; installing them instead`);
		await rm(temporary, { recursive: true, force: true });
		return false;
	} finally {
		// Of no use if nothing else is in it.
		await rmdir(dirname(temporary)).catch(() => undefined);
	}
}

/**
 * Leaves a copy for the next clone. A failure costs only that clone's time: it is shown, no more.
 * @param {string} copy
 */
async function storeModules(copy) {
	const temporary = `${copy}.${process.pid}`;
	try {
		await mkdir(cacheFolder, { recursive: true });
		await copyFolder(modules, temporary);
		await rename(temporary, copy);
	} catch (error) {
		if (!existsSync(copy)) console.log(`  no copy kept: ${error}`);
		await rm(temporary, { recursive: true, force: true });
	}
}

/**
 * Copies, never links: what a clone writes into a file of its node_modules must not reach the cache and
 * the other clones. `cp` is several times as fast with some 60,000 files as Node, and clones blocks
 * where the file system can.
 * @param {string} from
 * @param {string} to
 */
async function copyFolder(from, to) {
	if (process.platform !== 'win32') {
		const { code } = await runProcess('cp', ['-a', from, to], { env: process.env });
		if (code === 0) return;
		await rm(to, { recursive: true, force: true });
	}
	await cp(from, to, { recursive: true, verbatimSymlinks: true });
}
