import { join } from 'node:path';
import { installNodeBinary } from './install-node-binary.mjs';
import { projectRoot } from './project-paths.mjs';
import { runNpm } from './run-npm.mjs';
import { runStep } from './show-progress.mjs';

/**
 * Installs node_modules by package-lock.json. Install scripts stay off: what needs a binary of its
 * own (esbuild, @swc/core, isolated-vm) comes with one, and nothing else is run from the registry.
 * @param {{ verbose?: boolean }} [options]
 */
export async function installNodeModules({ verbose = false } = {}) {
	await runStep('install the dependencies', () =>
		runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: projectRoot, verbose }),
	);
	await runStep('install Node 24', () =>
		installNodeBinary(join(projectRoot, 'node_modules'), { verbose }),
	);
}
