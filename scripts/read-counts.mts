import { readFile } from 'node:fs/promises';

export interface Counts {
	passed: number;
	failed: number;
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
	// If it is not there, jest ended before it had counted anything; its output says why.
	const result: Record<string, number> = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
	const count = (name: string) => result[name] ?? 0;
	const passed = count('numPassedTests');
	const failed =
		count('numFailedTests') +
		(isPart ? 0 : count('numPendingTests')) +
		count('numTodoTests') +
		count('numRuntimeErrorTestSuites');
	const isUncounted = failed === 0 && (!hasPassed || passed === 0);
	return { passed, failed: isUncounted ? 1 : failed };
}
