import { readFile, rm } from 'node:fs/promises';
import { countResult, type Counts } from './count-result.mjs';
import type { ResultsFolder } from './open-results-folder.mts';
import { toolEnvironment } from './project-paths.mjs';
import type { ProcessResult } from './run-process.mjs';
import { runStep } from './show-progress.mjs';

/** Names of test files or parts of them, as jest takes them, that follow a command. */
export function readPatterns(argv: string[]): string[] {
	return argv.filter((part, index) => !part.startsWith('--') && argv[index - 1] !== '--results');
}

/** With `--write` a suite writes what it observed into the docs in place of comparing both. */
export function suiteEnvironment(argv: string[]): NodeJS.ProcessEnv {
	return { ...toolEnvironment(), ...(argv.includes('--write') && { WRITE_OBSERVED: '1' }) };
}

async function readCounts(file: string): Promise<Counts | undefined> {
	try {
		return countResult(JSON.parse(await readFile(file, 'utf8')));
	} catch {
		// The runner ended before it had counted anything; its output says why.
		return undefined;
	}
}

/**
 * Runs one jest suite by `run`, which gets the arguments that make jest write its counts. Shows the
 * counts, and the output if something failed. Returns whether everything passed.
 */
export async function runJestStep(
	name: string,
	argv: string[],
	results: ResultsFolder,
	run: (extra: string[]) => Promise<ProcessResult>,
): Promise<boolean> {
	const file = results.fileFor(name);
	await rm(file, { force: true });
	let counts: Counts | undefined;
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

// The report goes to stderr; on stdout jest writes one line that says where the counts are.
function withoutNotice(output: string): string {
	return output
		.split('\n')
		.filter((line) => !line.startsWith('Test results written to:'))
		.join('\n');
}
