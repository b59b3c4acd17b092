import { readFile, rm } from 'node:fs/promises';
import { countResult } from './count-result.mjs';
import { runStep } from './show-progress.mjs';

async function readCounts(file) {
	try {
		return countResult(JSON.parse(await readFile(file, 'utf8')));
	} catch {
		// The runner ended before it had counted anything; its output says why.
		return undefined;
	}
}

/**
 * Runs one jest suite by `run`, which is given the arguments that make jest write its counts. Shows
 * the counts, and the output where something failed. Returns whether everything passed.
 */
export async function runJestStep(name, argv, results, run) {
	const file = results.fileFor(name);
	await rm(file, { force: true });
	let counts;
	const { code, output } = await runStep(
		name,
		async () => {
			const result = await run(['--json', `--outputFile=${file}`]);
			counts = await readCounts(file);
			return result;
		},
		() => (counts ? `${counts.passed} passed, ${counts.failed} failed` : 'nothing counted'),
	);
	const ownFailure = code !== 0 && (counts === undefined || counts.failed === 0);
	await results.addStep(`${name} runner`, ownFailure ? code : 0);
	if (code !== 0 && !argv.includes('--verbose')) console.log(withoutNotice(output));
	return code === 0 && counts?.failed === 0;
}

// The report goes to stderr; on stdout jest writes one line on where the counts are.
function withoutNotice(output) {
	return output
		.split('\n')
		.filter((line) => !line.startsWith('Test results written to:'))
		.join('\n');
}
