import { writeFile } from 'node:fs/promises';
import { openResultsFolder } from './open-results-folder.mjs';
import { handOver } from './run-process.mjs';
import { runScript } from './run-script.mjs';
import { runStep } from './show-progress.mjs';

/** `--results <folder>` is for the counts; what is left is for the soak itself. */
function withoutResults(argv) {
	const at = argv.indexOf('--results');
	return at === -1 ? argv : argv.toSpliced(at, 2);
}

/** Builds, installs the pinned n8n where it is missing, and soaks the trigger: one test, passed or not. */
export async function runSoak(argv) {
	const results = await openResultsFolder(argv);
	const build = await runStep('build', () => runScript('build', argv));
	if (build.code !== 0) {
		console.log(build.output);
		return build.code;
	}
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
