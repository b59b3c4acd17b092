import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readLockHash } from './read-lock-hash.mjs';
import { projectRoot } from './project-paths.mjs';
import { restoreModules, storeModules } from './cache-node-modules.mjs';
import { installNodeBinary } from './install-node-binary.mjs';
import { matchesLock } from './match-installed-lock.mjs';
import { runNpm } from './run-npm.mjs';
import { runStep } from './show-progress.mjs';

const modules = join(projectRoot, 'node_modules');
const marker = join(modules, '.installed-lock');
const node24 = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * Whether every package is there in the version of the lock. What somebody installed with npm by hand is
 * as good as ours.
 * @param {string} hash
 */
async function isInstalled(hash) {
	const installed = await readFile(marker, 'utf8').catch(() => '');
	return installed === hash || (await matchesLock(projectRoot));
}

/**
 * Makes node_modules what package-lock.json says, with Node 24 in it: nothing to do if it already
 * is, else a copy that another clone of this machine left behind, else from the registry. Install
 * scripts stay off: what needs a binary of its own (esbuild, @swc/core, isolated-vm) comes with one,
 * and nothing else is run from the registry.
 * @param {{ verbose?: boolean }} [options]
 */
export async function ensureNodeModules({ verbose = false } = {}) {
	const hash = await readLockHash(join(projectRoot, 'package-lock.json'));
	if (!(await isInstalled(hash))) {
		if (await restoreModules(modules, hash)) return;
		await runStep('install the dependencies', () =>
			runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: projectRoot, verbose }),
		);
	}
	if (!existsSync(node24)) {
		await runStep('install Node 24', () => installNodeBinary(modules, { verbose }));
		await writeFile(marker, hash);
		await runStep('keep the dependencies for other clones', () => storeModules(modules, hash));
	}
	await writeFile(marker, hash);
}
