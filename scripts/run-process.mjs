import { spawn } from 'node:child_process';
import { projectRoot, toolEnvironment } from './project-paths.mjs';

// The output of a step is held back and shown only where it is wanted; this much is plenty.
const keptCharacters = 2_000_000;

/**
 * Runs a program to its end and returns its exit code (1 where a signal ended it) and its output,
 * which is also shown as it comes when `verbose` is set. `timeoutMs` ends it (default: never). Rejects
 * where the program cannot be started.
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
		const parts = [];
		let length = 0;
		const keep = (stream) => (chunk) => {
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

/** Gives the terminal to a program until it ends; returns its exit code (1 where a signal ended it). */
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

// Ctrl-C reaches the child from the terminal by itself: waiting for it is all there is to do, so that
// it can clean up. A SIGTERM is sent to this process alone and has to be passed on.
function forwardSignals(child) {
	const wait = () => undefined;
	const pass = (signal) => child.kill(signal);
	process.on('SIGINT', wait);
	process.on('SIGTERM', pass);
	return () => {
		process.off('SIGINT', wait);
		process.off('SIGTERM', pass);
	};
}
