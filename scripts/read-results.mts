import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { projectRoot } from './project-paths.mjs';

export interface Counts {
	passed: number;
	failed: number;
}

/** The fields of jest's JSON that are read here. */
interface JestResults {
	[count: `num${string}`]: number | undefined;
	testResults?: {
		name: string;
		message: string;
		assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
	}[];
}

/** Without a file, jest ended before it had counted anything; its output says why. */
async function readResults(file: string): Promise<JestResults> {
	return JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
}

/**
 * Reads jest's own JSON: its tests, and one failure for each file of tests that did not run. A test that
 * was skipped has shown nothing and counts as failed, unless only a part was wanted; so does a jest that
 * failed without a count.
 */
export async function readCounts(
	file: string,
	{ hasPassed, isPart = false }: { hasPassed: boolean; isPart?: boolean },
): Promise<Counts> {
	const results = await readResults(file);
	const passed = results.numPassedTests ?? 0;
	const failed =
		(results.numFailedTests ?? 0) +
		(isPart ? 0 : (results.numPendingTests ?? 0)) +
		(results.numTodoTests ?? 0) +
		(results.numRuntimeErrorTestSuites ?? 0);
	const isUncounted = failed === 0 && (!hasPassed || passed === 0);
	return { passed, failed: isUncounted ? 1 : failed };
}

const MAX_MESSAGE_LINES = 20;

/**
 * Reads what failed out of jest's own JSON: for each test, and each file of tests that did not run, where it
 * stands and what it says. All lines are indented.
 */
export async function readFailures(file: string): Promise<string[]> {
	const { testResults = [] } = await readResults(file);
	return testResults.flatMap(({ name, message, assertionResults }) => {
		const place = path.relative(projectRoot, name);
		if (assertionResults.length === 0) return [describe(place, message)];
		return assertionResults
			.filter(({ status }) => status === 'failed')
			.map(({ fullName, failureMessages }) =>
				describe(`${place}: ${fullName}`, failureMessages.join('\n')),
			);
	});
}

/** Without where in the code. */
function describe(name: string, message: string): string {
	const lines = stripVTControlCharacters(message).split('\n');
	const said = lines.filter((line) => line.trim() !== '' && !/^\s+at\s/.test(line));
	const shown = [`FAILED ${name.replaceAll('\n', ' ')}`, ...said.slice(0, MAX_MESSAGE_LINES)];
	return shown.map((line) => `  ${line}`).join('\n');
}
