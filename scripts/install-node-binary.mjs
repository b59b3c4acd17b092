import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from './run-process.mjs';

/**
 * Runs the install script of the package `node` in `modules`, which fetches the Node binary of this
 * platform. It is the one install script that an installation with scripts switched off needs.
 * @param {string} modules
 * @param {{ verbose?: boolean }} [options]
 */
export async function installNodeBinary(modules, { verbose = false } = {}) {
	const folder = join(modules, 'node');
	const { code, output } = await runProcess(process.execPath, ['installArchSpecificPackage.js'], {
		cwd: folder,
		// Its own npm works in its own folder, whatever npm called us for.
		env: withoutNpmPrefix(process.env),
		verbose,
	});
	const binary = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
	if (code !== 0 || !existsSync(binary)) {
		throw new Error(`Node 24 could not be installed (exit code ${code}):\n${output}`);
	}
}

/** @param {NodeJS.ProcessEnv} environment */
function withoutNpmPrefix(environment) {
	const env = { ...environment };
	for (const name of Object.keys(env)) {
		if (/^npm_config_(local_prefix|prefix|ignore_scripts|global)$/i.test(name)) delete env[name];
	}
	return env;
}
