import { writeFile } from 'node:fs/promises';
import { openResultsFolder } from './open-results-folder.mts';
import { handOver } from './run-process.mjs';
import { build } from './run-script.mts';

/** `--results <folder>` is for the counts; the rest is for the soak itself. */
function withoutResults(argv: string[]): string[] {
	const at = argv.indexOf('--results');
	return at === -1 ? argv : argv.toSpliced(at, 2);
}

/** Builds, installs n8n if it is missing, and soaks the trigger: one test, passed or not. */
export async function runSoak(argv: string[]): Promise<number> {
	const results = await openResultsFolder(argv);
	const built = await build(argv);
	if (built !== 0) return built;
	const code = await handOver('node', ['bench/soak.mts', ...withoutResults(argv)]);
	const counts = {
		numPassedTests: code === 0 ? 1 : 0,
		numFailedTests: code === 0 ? 0 : 1,
		numPendingTests: 0,
		numTodoTests: 0,
		numRuntimeErrorTestSuites: 0,
	};
	await writeFile(results.fileFor('soak'), JSON.stringify(counts));
	return code;
}
