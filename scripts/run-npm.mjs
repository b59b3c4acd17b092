import { runProcess } from './run-process.mjs';

/**
 * Runs npm to its end and throws with the end of its output where it fails. Under `npm run` that npm
 * names its own file, which works where `npm` is a shell script or not on PATH.
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
		throw new Error(
			`npm ${argv.join(' ')} failed (exit code ${code}):\n${output.trimEnd().split('\n').slice(-40).join('\n')}`,
		);
	}
	return output;
}
