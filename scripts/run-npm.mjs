import { runProcess } from './run-process.mjs';

// What is wrong stands first; npm then adds a page on how it is called.
const complaintsShown = 40;

/**
 * Runs npm to its end; throws with its first complaints if it fails. Under `npm run` that npm names its
 * own file, which also works if `npm` is a shell script or not on PATH.
 * @param {string[]} argv
 * @param {import('./run-process.mjs').RunOptions} [options]
 */
export async function runNpm(argv, options = {}) {
	const env = { ...(options.env ?? process.env) };
	// Settings of the npm that called us must not reach an npm in another folder.
	for (const name of Object.keys(env)) {
		if (/^npm_(package|lifecycle)_|^npm_config_(local_prefix|prefix)$/i.test(name)) {
			delete env[name];
		}
	}
	const itself = process.env.npm_execpath;
	const [program, first] = itself ? [process.execPath, [itself]] : ['npm', []];
	const { code, output } = await runProcess(program, [...first, ...argv], {
		...options,
		env,
		shell: itself === undefined && process.platform === 'win32',
	});
	if (code !== 0) {
		const complaints = output.split('\n').filter((line) => line !== '' && !/^npm warn/i.test(line));
		const shown = complaints.slice(0, complaintsShown).join('\n');
		throw new Error(`npm ${argv.join(' ')} failed (exit code ${code}):\n${shown}`);
	}
	return output;
}
