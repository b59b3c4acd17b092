import { readFile } from 'node:fs/promises';
import { runStep } from './show-progress.mjs';

async function readCounts(file) {
	try {
		const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(
			await readFile(file, 'utf8'),
		);
		const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
		return `${numPassedTests} passed, ${numFailedTests} failed${skipped}`;
	} catch {
		// The runner ended before it had counted anything; its output says why.
		return 'nothing counted';
	}
}

/**
 * Runs one jest suite by `run`, which is given the arguments that make jest write its counts. Shows
 * the counts, and the output where something failed. Returns whether everything passed.
 */
export async function runJestStep(name, argv, results, run) {
	const file = results.fileFor(name);
	let counts = '';
	const { code, output } = await runStep(
		name,
		async () => {
			const result = await run(['--json', `--outputFile=${file}`]);
			counts = await readCounts(file);
			return result;
		},
		() => counts,
	);
	if (code === 0) return true;
	if (counts === 'nothing counted') await results.addStep(name, code);
	if (!argv.includes('--verbose')) console.log(withoutJson(output));
	return false;
}

// With --json and --outputFile jest still writes a line on where the JSON went; the report goes to stderr.
function withoutJson(output) {
	return output
		.split('\n')
		.filter((line) => !line.startsWith('Test results written to:'))
		.join('\n');
}
