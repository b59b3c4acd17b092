import { spawn } from 'node:child_process';
import { projectRoot, toolEnvironment } from './project-paths.mjs';

/**
 * `verbose` shows the output as it comes, too; `timeoutMs` ends the program (default: never).
 * @typedef {{
 *   cwd?: string,
 *   env?: NodeJS.ProcessEnv,
 *   shell?: boolean,
 *   verbose?: boolean,
 *   timeoutMs?: number,
 * }} RunOptions
 */

/**
 * Runs a program to its end: the exit code (1 if a signal ended it) and everything that it wrote.
 * Rejects if the program cannot be started.
 * @param {string} program
 * @param {string[]} argv
 * @param {RunOptions} [options]
 */
export async function runProcess(program, argv, options = {}) {
	const { cwd = projectRoot, env = toolEnvironment(), verbose = false } = options;
	const { shell, timeoutMs: timeout } = options;
	const child = spawn(program, argv, {
		...{ cwd, env, shell, timeout },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	/** @type {Buffer[]} */
	const parts = [];
	child.stdout.on('data', (part) => parts.push(part));
	child.stderr.on('data', (part) => parts.push(part));
	if (verbose) {
		child.stdout.on('data', (part) => process.stdout.write(part));
		child.stderr.on('data', (part) => process.stderr.write(part));
	}
	const code = await waitForEnd(child);
	return { code, output: Buffer.concat(parts).toString('utf8') };
}

/**
 * Gives the terminal to a program until it ends; returns its exit code (1 if a signal ended it).
 * @param {string} program
 * @param {string[]} argv
 */
export function handOver(program, argv) {
	return waitForEnd(
		spawn(program, argv, { cwd: projectRoot, env: toolEnvironment(), stdio: 'inherit' }),
	);
}

const parentLookMs = 500;

/**
 * Ctrl-C reaches the child from the terminal by itself: this process only waits while the child cleans
 * up. A SIGTERM is sent to this process alone and has to be passed on. A SIGTERM to npm ends the shell between
 * npm and this process, and nobody tells this process: the end of its parent counts as a SIGTERM, unless Ctrl-C came.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function waitForEnd(child) {
	const parent = process.ppid;
	const watch = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(watch);
		child.kill('SIGTERM');
	}, parentLookMs);
	const wait = () => clearInterval(watch);
	const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
	process.on('SIGINT', wait);
	process.on('SIGTERM', pass);
	return new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('close', (code) => {
			clearInterval(watch);
			process.off('SIGINT', wait);
			process.off('SIGTERM', pass);
			resolve(code ?? 1);
		});
	});
}

// What is wrong stands first; npm then adds a page on how it is called.
const complaintsShown = 40;

/**
 * Runs npm to its end; throws with its first complaints if it fails. Under `npm run` the same npm is used, by the
 * path of its file: that also works if `npm` is a shell script or not on PATH.
 * @param {string[]} argv
 * @param {RunOptions} [options]
 */
export async function runNpm(argv, options = {}) {
	const itself = process.env.npm_execpath;
	const [program, first] = itself ? [process.execPath, [itself]] : ['npm', []];
	const { code, output } = await runProcess(program, [...first, ...argv], {
		...options,
		env: withoutNpmSettings(options.env ?? process.env),
		shell: itself === undefined && process.platform === 'win32',
	});
	if (code !== 0) {
		const complaints = output.split('\n').filter((line) => line !== '' && !/^npm warn/i.test(line));
		const shown = complaints.slice(0, complaintsShown).join('\n');
		throw new Error(`npm ${argv.join(' ')} failed (exit code ${code}):\n${shown}`);
	}
}

/**
 * Settings of the npm that called us must not reach an npm in another folder.
 * @param {NodeJS.ProcessEnv} environment
 */
export function withoutNpmSettings(environment) {
	const setting =
		/^npm_(package|lifecycle)_|^npm_config_(local_prefix|prefix|ignore_scripts|global)$/i;
	return Object.fromEntries(Object.entries(environment).filter(([name]) => !setting.test(name)));
}

const heartbeatMs = 15_000;

/**
 * Runs one named step: a line when it begins, a sign of life every 15 s, a line with its time at the
 * end. Returns what the step returned.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function runStep(name, action) {
	const startedAt = Date.now();
	const show = (/** @type {string} */ state) =>
		console.log(`  ${name}: ${state} ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
	console.log(`> ${name}`);
	const heartbeat = setInterval(() => show('running for'), heartbeatMs);
	try {
		const result = await action();
		show('done in');
		return result;
	} catch (error) {
		show('FAILED after');
		throw error;
	} finally {
		clearInterval(heartbeat);
	}
}
