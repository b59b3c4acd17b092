import { openResultsFolder } from './open-results-folder.mts';
import { toolEnvironment } from './project-paths.mjs';
import { readPatterns, runJestStep } from './run-jest-step.mts';
import { runProcess } from './run-process.mjs';

/**
 * A command that runs one jest project, which needs no build. With `--write` the suite writes what it
 * observed into the docs in place of comparing both.
 */
export function runSuite(project: string) {
	return async (argv: string[]): Promise<number> => {
		const results = await openResultsFolder(argv);
		const env = toolEnvironment();
		if (argv.includes('--write')) env.WRITE_OBSERVED = '1';
		const passed = await runJestStep(`test:${project}`, argv, results, (extra) =>
			runProcess('jest', ['--selectProjects', project, ...extra, ...readPatterns(argv)], {
				env,
				verbose: argv.includes('--verbose'),
				shell: process.platform === 'win32',
			}),
		);
		return passed ? 0 : 1;
	};
}
