import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from './project-paths.mjs';
import { runProcess, type ProcessResult } from './run-process.mjs';
import { runStep } from './show-progress.mjs';

/** Runs a script of package.json under Node 24, without npm in between. `extra` is appended as it is. */
export async function runScript(
	name: string,
	argv: string[],
	extra: string[] = [],
): Promise<ProcessResult> {
	const { scripts } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'));
	const command: unknown = scripts[name];
	if (typeof command !== 'string') throw new Error(`package.json has no script "${name}".`);
	const quoted = extra.map((part) => JSON.stringify(part));
	return runProcess([command, ...quoted].join(' '), [], {
		shell: true,
		verbose: argv.includes('--verbose'),
	});
}

/** Builds the package and shows the output if that fails. Returns the exit code. */
export async function build(argv: string[]): Promise<number> {
	const { code, output } = await runStep('build', () => runScript('build', argv));
	if (code !== 0) console.error(output);
	return code;
}
