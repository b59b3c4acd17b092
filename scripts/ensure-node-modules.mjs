import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readLockHash } from './read-lock-hash.mjs';
import { projectRoot } from './project-paths.mjs';
import { restoreModules, storeModules } from './cache-node-modules.mjs';
import { installNodeModules } from './install-node-modules.mjs';
import { matchesLock } from './match-installed-lock.mjs';
import { runStep } from './show-progress.mjs';

const modules = join(projectRoot, 'node_modules');
const marker = join(modules, '.installed-lock');
const node24 = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** @param {string} hash */
async function isInstalled(hash) {
	if (!existsSync(node24)) return false;
	const installed = await readFile(marker, 'utf8').catch(() => '');
	if (installed === hash) return true;
	// Somebody ran `npm install` by hand: as good as ours if it gave the same versions.
	if (!(await matchesLock(projectRoot))) return false;
	await writeFile(marker, hash);
	return true;
}

/**
 * Makes node_modules what package-lock.json says, with Node 24 in it: nothing to do if it already
 * is, else a copy that another clone of this machine left behind, else from the registry.
 * @param {{ verbose?: boolean }} [options]
 */
export async function ensureNodeModules({ verbose = false } = {}) {
	const hash = await readLockHash(join(projectRoot, 'package-lock.json'));
	if (await isInstalled(hash)) return;
	if (await restoreModules(modules, hash)) return;
	await installNodeModules({ verbose });
	await writeFile(marker, hash);
	await runStep('keep the dependencies for other clones', () => storeModules(modules, hash));
}
