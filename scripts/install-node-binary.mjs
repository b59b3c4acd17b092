import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from './project-paths.mjs';
import { runNpm, runProcess, withoutNpmSettings } from './run.mjs';

const pins = join(projectRoot, 'scripts', 'node-binary');
const platform = process.platform === 'win32' ? 'win' : process.platform;
const name = `node-${platform}-${process.arch}`;
const executable = process.platform === 'win32' ? 'node.exe' : 'node';

/**
 * Gives the package `node` in `modules` the Node binary of this platform. Its own install script would
 * take whatever the registry hands out; ours takes what `scripts/node-binary` pins by integrity. Only a
 * platform that is not pinned there goes the package's way.
 * @param {string} modules
 * @param {{ verbose?: boolean }} [options]
 */
export async function installNodeBinary(modules, { verbose = false } = {}) {
	const folder = join(modules, 'node');
	const { version: wanted } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
	const pinned = await readPin();
	if (pinned === undefined) await runInstallScript(folder, verbose);
	else if (pinned === wanted) await installPinned(folder, verbose);
	else {
		throw new Error(
			`package-lock.json asks for Node ${wanted}, and scripts/node-binary pins ${pinned}: pin the new one there.`,
		);
	}
}

/** The pinned version of this platform, if it is pinned. */
async function readPin() {
	const lock = JSON.parse(await readFile(join(pins, 'package-lock.json'), 'utf8'));
	return lock.packages[`node_modules/${name}`]?.version;
}

/**
 * @param {string} folder
 * @param {boolean} verbose
 */
async function installPinned(folder, verbose) {
	const temporary = join(folder, 'pinned');
	const target = join(folder, 'node_modules', name);
	await mkdir(temporary, { recursive: true });
	for (const file of ['package.json', 'package-lock.json']) {
		await copyFile(join(pins, file), join(temporary, file));
	}
	await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: temporary, verbose });
	// npm leaves out an optional package that is not what the lock file says.
	if (!existsSync(join(temporary, 'node_modules', name))) {
		throw new Error(
			`${name} could not be fetched, or is not what scripts/node-binary pins. For npm's words: npm ci --loglevel silly in ${temporary}`,
		);
	}
	await mkdir(join(folder, 'node_modules'), { recursive: true });
	await rm(target, { recursive: true, force: true });
	await rename(join(temporary, 'node_modules', name), target);
	await rm(temporary, { recursive: true });
	const binary = join(folder, 'bin', executable);
	await mkdir(join(folder, 'bin'), { recursive: true });
	await rm(binary, { force: true });
	await link(join(target, 'bin', executable), binary);
}

/**
 * @param {string} folder
 * @param {boolean} verbose
 */
async function runInstallScript(folder, verbose) {
	const { code, output } = await runProcess(process.execPath, ['installArchSpecificPackage.js'], {
		cwd: folder,
		// Its own npm works in its own folder, whatever npm called us for.
		env: withoutNpmSettings(process.env),
		verbose,
	});
	if (code !== 0 || !existsSync(join(folder, 'bin', executable))) {
		throw new Error(`Node 24 could not be installed (exit code ${code}):\n${output}`);
	}
}
