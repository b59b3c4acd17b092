import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { projectRoot } from './project-paths.mjs';

/** The folder in which a run leaves what its runners counted. */
export interface ResultsFolder {
	/** The file for the counts of the suite or check of this name. */
	fileFor(name: string): string;
	/** The file for what the suite of this name wants to be shown at its end, for a person to read. */
	noteFor(name: string): string;
	addStep(name: string, code: number): Promise<void>;
}

/**
 * Opens the folder that .ci/run adds up: `--results <folder>`, else `.sandbox/results`. A suite leaves
 * jest's own JSON there, a check `{"step", "code"}`.
 */
export async function openResultsFolder(argv: string[]): Promise<ResultsFolder> {
	const at = argv.indexOf('--results');
	const given = at === -1 ? undefined : argv[at + 1];
	const folder = given === undefined ? join(projectRoot, '.sandbox', 'results') : resolve(given);
	await mkdir(folder, { recursive: true });
	const fileFor = (name: string) => join(folder, `${name.replace(/[^a-z0-9]+/gi, '-')}.json`);
	return {
		fileFor,
		noteFor: (name) => join(folder, `${name}.txt`),
		addStep: (name, code) => writeFile(fileFor(name), JSON.stringify({ step: name, code })),
	};
}
