import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/v4';
import { cacheFolder } from '../../scripts/project-paths.mjs';
import { runNpm } from '../../scripts/run.mjs';

// A script of this project hands npm's setting for the project on: no install script (.npmrc). Here it is
// the install script that is wanted.
const withScripts = ['--ignore-scripts=false'];
const packageVersion = z.object({ version: z.string() });

/**
 * Builds the native modules that this use of n8n needs, for the Node that runs this. isolated-vm
 * carries prebuilt binaries for the usual platforms. sqlite3 would download one without a checksum,
 * so it is compiled, against the headers beside that Node, once for all versions of n8n on
 * this machine; throws, naming them, when the tools for that are missing.
 */
export async function buildNativeModules(
	folder: string,
	{ verbose }: { verbose?: boolean },
): Promise<void> {
	const modules = join(folder, 'node_modules');
	const env: NodeJS.ProcessEnv = {
		...process.env,
		npm_config_nodedir: dirname(dirname(process.execPath)),
	};
	await runNpm(['rebuild', ...withScripts, 'isolated-vm'], { cwd: folder, env, verbose });
	const built = join(modules, 'sqlite3', 'build', 'Release', 'node_sqlite3.node');
	const kept = join(cacheFolder, nameSqliteBinary(modules));
	if (existsSync(kept)) {
		await mkdir(dirname(built), { recursive: true });
		await copyFile(kept, built);
		return;
	}
	await compileSqlite(folder, env, verbose);
	// Renamed, so no other process copies half a file.
	await copyFile(built, `${kept}.${process.pid}`);
	await rename(`${kept}.${process.pid}`, kept);
}

/** By Node-API one binary serves every version of Node. */
function nameSqliteBinary(modules: string): string {
	const file = join(modules, 'sqlite3', 'package.json');
	const { version } = packageVersion.parse(JSON.parse(readFileSync(file, 'utf8')));
	return `sqlite3-${version}-${process.platform}-${process.arch}.node`;
}

async function compileSqlite(
	folder: string,
	env: NodeJS.ProcessEnv,
	verbose: boolean | undefined,
): Promise<void> {
	const missing = findMissingBuildTools();
	if (missing.length > 0) {
		throw new Error(
			`sqlite3 must be compiled, and ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing. ` +
				'On Debian or Ubuntu: apt-get install -y python3 make g++',
		);
	}
	await runNpm(['rebuild', ...withScripts, 'sqlite3'], {
		cwd: folder,
		env: { ...env, npm_config_build_from_source: 'sqlite3' },
		verbose,
	});
}

/** The programs that compiling a native module needs and that this machine does not have. */
function findMissingBuildTools(): string[] {
	return ['python3', 'make', 'g++'].filter((tool) => {
		const { error, status } = spawnSync(tool, ['--version'], { stdio: 'ignore' });
		return error !== undefined || status !== 0;
	});
}
