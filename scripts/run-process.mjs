import { spawn } from 'node:child_process';
import { projectRoot, toolEnvironment } from './project-paths.mjs';

// The output of a step is discarded and shown only if it is wanted; this much is plenty.
const keptCharacters = 2_000_000;

/**
 * `verbose` shows the output as it comes too; `timeoutMs` ends the program (default: never).
 * @typedef {{
 *   cwd?: string,
 *   env?: NodeJS.ProcessEnv,
 *   shell?: boolean,
 *   verbose?: boolean,
 *   timeoutMs?: number,
 * }} RunOptions
 */

/**
 * The exit code (1 if a signal ended it) and everything that it wrote.
 * @typedef {{ code: number, output: string }} ProcessResult
 */

/**
 * Runs a program to its end. Rejects if the program cannot be started.
 * @param {string} program
 * @param {string[]} argv
 * @param {RunOptions} [options]
 * @returns {Promise<ProcessResult>}
 */
export function runProcess(program, argv, options = {}) {
	const { cwd = projectRoot, env = toolEnvironment(), shell = false, verbose = false } = options;
	return new Promise((resolve, reject) => {
		const child = spawn(program, argv, {
			cwd,
			env,
			shell,
			stdio: ['ignore', 'pipe', 'pipe'],
			timeout: options.timeoutMs,
		});
		/** @type {Buffer[]} */
		const parts = [];
		let length = 0;
		/** @param {NodeJS.WriteStream} stream */
		const keep = (stream) => (/** @type {Buffer} */ chunk) => {
			if (verbose) stream.write(chunk);
			if (length > keptCharacters) return;
			length += chunk.length;
			parts.push(chunk);
		};
		child.stdout.on('data', keep(process.stdout));
		child.stderr.on('data', keep(process.stderr));
		const stopForwarding = forwardSignals(child);
		child.on('error', reject);
		child.on('close', (code) => {
			stopForwarding();
			resolve({ code: code ?? 1, output: Buffer.concat(parts).toString('utf8') });
		});
	});
}

/**
 * Gives the terminal to a program until it ends; returns its exit code (1 if a signal ended it).
 * @param {string} program
 * @param {string[]} argv
 * @returns {Promise<number>}
 */
export function handOver(program, argv) {
	return new Promise((resolve, reject) => {
		const child = spawn(program, argv, {
			cwd: projectRoot,
			env: toolEnvironment(),
			stdio: 'inherit',
		});
		const stopForwarding = forwardSignals(child);
		child.on('error', reject);
		child.on('close', (code) => {
			stopForwarding();
			resolve(code ?? 1);
		});
	});
}

/**
 * Ctrl-C reaches the child from the terminal by itself: this process only waits while the child cleans
 * up. A SIGTERM is sent to this process alone and has to be passed on.
 * @param {import('node:child_process').ChildProcess} child
 */
function forwardSignals(child) {
	const wait = () => undefined;
	const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
	process.on('SIGINT', wait);
	process.on('SIGTERM', pass);
	return () => {
		process.off('SIGINT', wait);
		process.off('SIGTERM', pass);
	};
}
