import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { projectRoot } from './project-paths.mjs';

/**
 * Where a run leaves what its runners counted, for .ci/run to add up: `--results <folder>`, else
 * `.sandbox/results`. A suite leaves jest's own JSON, a check `{"step", "code"}`.
 */
export async function openResultsFolder(argv) {
	const at = argv.indexOf('--results');
	const given = at === -1 ? undefined : argv[at + 1];
	const folder = given === undefined ? join(projectRoot, '.sandbox', 'results') : resolve(given);
	await mkdir(folder, { recursive: true });
	const fileFor = (name) => join(folder, `${name.replace(/[^a-z0-9]+/gi, '-')}.json`);
	return {
		/** The file for the counts of the suite or check of this name. */
		fileFor,
		/** The file for what the suite of this name wants to be shown at its end, for a person to read. */
		noteFor: (name) => join(folder, `${name}.txt`),
		addStep: (name, code) => writeFile(fileFor(name), JSON.stringify({ step: name, code })),
	};
}
