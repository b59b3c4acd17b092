import { readFile, rm } from 'node:fs/promises';
import { readPatterns, runJestStep, suiteEnvironment } from './run-jest-step.mts';
import { handOver, runProcess } from './run-process.mjs';
import { build } from './run-script.mts';
import { openResultsFolder } from './open-results-folder.mts';

/**
 * Builds, installs n8n if it is missing, and runs a suite that drives it: the jest
 * project of this name, one file at a time. Shows what the suite leaves in the file SUITE_NOTE.
 */
export async function runN8nSuite(project: string, argv: string[]): Promise<number> {
	const results = await openResultsFolder(argv);
	const built = await build(argv);
	await results.addStep(`build-${project}`, built);
	return built === 0 ? runBuiltSuite(project, argv) : 1;
}

/** The same without the build. `name` is for its counts, if the suite runs more than once. */
export async function runBuiltSuite(
	project: string,
	argv: string[],
	name = project,
): Promise<number> {
	const results = await openResultsFolder(argv);
	const installed = await handOver('node', ['host/n8n/install-cli.mts', ...argv]);
	if (installed !== 0) {
		await results.addStep(`install-n8n-${name}`, installed);
		return installed;
	}
	const note = results.noteFor(project);
	await rm(note, { force: true });
	const passed = await runJestStep(`test:${name}`, argv, results, (extra) =>
		runProcess(
			'jest',
			[
				...['--selectProjects', project, '--runInBand'],
				// If n8n does not become ready, what was started beside it is never closed. It ends with
				// the runner, which must not wait for it.
				'--forceExit',
				...extra,
				...readPatterns(argv),
			],
			{
				env: { ...suiteEnvironment(argv), SUITE_NOTE: note },
				verbose: argv.includes('--verbose'),
				shell: process.platform === 'win32',
			},
		),
	);
	// What jest prints itself is shown only if something failed.
	const text = await readFile(note, 'utf8').catch(() => '');
	if (text !== '') console.log(text.trimEnd());
	return passed ? 0 : 1;
}
