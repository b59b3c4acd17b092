import { openResultsFolder } from './open-results-folder.mts';
import { readPatterns, runJestStep, suiteEnvironment } from './run-jest-step.mts';
import { runProcess } from './run-process.mjs';

/** A command that runs one jest project, which needs no build. */
export function runSuite(project: string) {
	return async (argv: string[]): Promise<number> => {
		const results = await openResultsFolder(argv);
		const passed = await runJestStep(`test:${project}`, argv, results, (extra) =>
			runProcess('jest', ['--selectProjects', project, ...extra, ...readPatterns(argv)], {
				env: suiteEnvironment(argv),
				verbose: argv.includes('--verbose'),
				shell: process.platform === 'win32',
			}),
		);
		return passed ? 0 : 1;
	};
}
