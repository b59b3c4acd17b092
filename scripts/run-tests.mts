import { runJestStep } from './run-jest-step.mts';
import { formatDuration, runStep } from './show-progress.mjs';
import { runScript } from './run-script.mts';
import { openResultsFolder } from './open-results-folder.mts';

const checks = ['format:check', 'types', 'lint', 'check:imports', 'build'];
const suites = ['test:unit', 'test:sandbox', 'test:nodes', 'test:second-service', 'test:package'];

/**
 * Runs every check and every suite of `npm test`, also behind a failure, so one run tells all.
 * The output of a failing step is shown, of the others only with `--verbose`. Returns the exit code.
 */
export async function runTests(argv: string[]): Promise<number> {
	const startedAt = Date.now();
	const results = await openResultsFolder(argv);
	const failed: string[] = [];
	// None of them uses more than one core.
	const outcomes = await Promise.all(
		checks.map(async (name) => ({
			name,
			...(await runStep(name, () => runScript(name, argv))),
		})),
	);
	for (const { name, code, output } of outcomes) {
		await results.addStep(name, code);
		if (code === 0) continue;
		failed.push(name);
		if (!argv.includes('--verbose')) console.log(output);
	}
	for (const name of suites) {
		const passed = await runJestStep(name, argv, results, (extra) => runScript(name, argv, extra));
		if (!passed) failed.push(name);
	}
	const time = formatDuration(Date.now() - startedAt);
	console.log(
		failed.length === 0 ? `All passed in ${time}.` : `FAILED in ${time}: ${failed.join(', ')}.`,
	);
	return failed.length === 0 ? 0 : 1;
}
