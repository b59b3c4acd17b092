import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cacheFolder, projectRoot } from './project-paths.mjs';
import { runProcess } from './run-process.mjs';
import { runStep } from './show-progress.mjs';

/** @param {string} hash */
const copyFor = (hash) => join(cacheFolder, `modules-${hash}`);

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

/**
 * Takes node_modules from the copy of an earlier clone; false if there is none, or it fails.
 * @param {string} modules
 * @param {string} hash
 */
export async function restoreModules(modules, hash) {
	const copy = copyFor(hash);
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
		console.log(`  ${describe(error)}; installing them instead`);
		await rm(temporary, { recursive: true, force: true });
		return false;
	} finally {
		// Of no use if nothing else is in it.
		await rmdir(dirname(temporary)).catch(() => undefined);
	}
}

/**
 * Leaves a copy for the next clone. A failure costs only that clone's time: it is shown, no more.
 * @param {string} modules
 * @param {string} hash
 */
export async function storeModules(modules, hash) {
	const copy = copyFor(hash);
	const temporary = `${copy}.${process.pid}`;
	try {
		await mkdir(cacheFolder, { recursive: true });
		await copyFolder(modules, temporary);
		await rename(temporary, copy);
	} catch (error) {
		if (!existsSync(copy)) console.log(`  no copy kept: ${describe(error)}`);
		await rm(temporary, { recursive: true, force: true });
	}
}

/** @param {unknown} error */
const describe = (error) => (error instanceof Error ? error.message : String(error));
