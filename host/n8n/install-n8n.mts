import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { runNpm, runProcess, runStep } from '../../scripts/run.mjs';
import { buildNativeModules } from './build-native-modules.mts';
import { installOnce } from './install-once.mts';
import {
	describeInstallation,
	findInstallationFolder,
	listInstallationFiles,
	type InstalledN8n,
} from './n8n-paths.mts';
import { keepMigratedDatabase } from './migrated-database.mts';
import { chosenVersion, hasLockFile } from './n8n-versions.mts';

/** What to do about output of the tools: shown as it comes, or only when one fails. */
export interface InstallOptions {
	verbose?: boolean;
	/** Default: the version that the command was called for. */
	version?: string;
}

/**
 * Gives an n8n, installing it on first use into a cache that all clones on this machine
 * share (about 2 GB, some minutes; each step is shown). An installation becomes visible only once it
 * is complete and was loaded; a second process waits for the first. Throws with what failed.
 */
export async function ensureN8n(options: InstallOptions = {}): Promise<InstalledN8n> {
	const { version = chosenVersion } = options;
	const folder = await findInstallationFolder(version);
	await installOnce(folder, `n8n ${version}`, () => install(version, folder, options));
	return describeInstallation(folder);
}

async function install(version: string, folder: string, options: InstallOptions): Promise<void> {
	const temporary = `${folder}.partial`;
	await rm(temporary, { recursive: true, force: true });
	await mkdir(temporary, { recursive: true });
	for (const file of listInstallationFiles(version)) {
		await copyFile(file, join(temporary, basename(file)));
	}
	const command = hasLockFile(version) ? 'ci' : 'install';
	await runStep('download n8n', () =>
		runNpm([command, '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'], {
			cwd: temporary,
			verbose: options.verbose,
		}),
	);
	await runStep('build the native modules of n8n', () => buildNativeModules(temporary, options));
	await runStep('try the installation', () => tryInstallation(temporary));
	await rename(temporary, folder);
}

// A native module built for another Node shows itself here and not in the middle of a test.
async function tryInstallation(folder: string): Promise<void> {
	const program = [
		'new (require("isolated-vm").Isolate)().dispose();',
		'require("sqlite3"); console.log(require("n8n/package.json").version);',
	].join('');
	const { code, output } = await runProcess(process.execPath, ['-e', program], { cwd: folder });
	if (code !== 0) throw new Error(`The installed n8n does not load:\n${output}`);
}

// Run before a suite that needs n8n, so its progress is seen and its time is not counted against a test.
if (import.meta.main) {
	ensureN8n({ verbose: process.argv.includes('--verbose') })
		.then(keepMigratedDatabase)
		.catch((error: unknown) => {
			console.error(error instanceof Error ? error.message : error);
			process.exitCode = 1;
		});
}
