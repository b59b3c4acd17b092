import { readFile, rm } from 'node:fs/promises';
import { toolEnvironment } from './project-paths.mjs';
import { readPatterns, runJestStep } from './run-jest-step.mts';
import { handOver, runProcess } from './run-process.mjs';
import { build } from './run-script.mts';
import { openResultsFolder } from './open-results-folder.mts';

/**
 * Builds, installs the pinned n8n if it is missing, and runs a suite that drives it: the jest
 * project of this name, one file at a time. Shows what the suite leaves in the file SUITE_NOTE. With
 * `--write` the suite writes what it measured into the docs.
 */
export async function runN8nSuite(project: string, argv: string[]): Promise<number> {
	const results = await openResultsFolder(argv);
	const built = await build(argv);
	await results.addStep(`build-${project}`, built);
	if (built !== 0) return 1;
	const installed = await handOver('node', ['host/n8n/install-cli.mts', ...argv]);
	if (installed !== 0) {
		await results.addStep('install-n8n', installed);
		return installed;
	}
	const note = results.noteFor(project);
	const env: NodeJS.ProcessEnv = { ...toolEnvironment(), SUITE_NOTE: note };
	if (argv.includes('--write')) env.WRITE_OBSERVED = '1';
	await rm(note, { force: true });
	const passed = await runJestStep(`test:${project}`, argv, results, (extra) =>
		runProcess(
			'jest',
			['--selectProjects', project, '--runInBand', ...extra, ...readPatterns(argv)],
			{
				env,
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
