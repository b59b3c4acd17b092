import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from './project-paths.mjs';
import { runProcess } from './run-process.mjs';

/**
 * Runs a script of package.json under Node 24, without npm in between. `extra` is appended as it is.
 * Returns exit code and output.
 */
export async function runScript(name, argv = [], extra = []) {
	const { scripts } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'));
	const command = scripts[name];
	if (typeof command !== 'string') throw new Error(`package.json has no script "${name}".`);
	const quoted = extra.map((part) => JSON.stringify(part));
	return runProcess([command, ...quoted].join(' '), [], {
		shell: true,
		verbose: argv.includes('--verbose'),
	});
}
