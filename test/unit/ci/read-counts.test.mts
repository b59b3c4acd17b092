import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readCounts, type Counts } from '../../../scripts/read-counts.mts';

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'voice-agent-counts-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test.each<[string, Record<string, number> | undefined, boolean, Counts]>([
	['passed tests', { numPassedTests: 5 }, true, { passed: 5, failed: 0 }],
	['a failed test', { numPassedTests: 5, numFailedTests: 1 }, false, { passed: 5, failed: 1 }],
	['a skipped test', { numPassedTests: 5, numPendingTests: 1 }, true, { passed: 5, failed: 1 }],
	['a test to be written', { numPassedTests: 5, numTodoTests: 1 }, true, { passed: 5, failed: 1 }],
	[
		'a file that did not run',
		{ numPassedTests: 5, numRuntimeErrorTestSuites: 1 },
		false,
		{ passed: 5, failed: 1 },
	],
	['passed tests of a run that failed', { numPassedTests: 5 }, false, { passed: 5, failed: 1 }],
	['no test at all', { numPassedTests: 0 }, true, { passed: 0, failed: 1 }],
	['no results', undefined, true, { passed: 0, failed: 1 }],
])('%s', async (_name, results, hasPassed, expected) => {
	const file = path.join(folder, 'jest.json');
	if (results !== undefined) await writeFile(file, JSON.stringify(results));
	expect(await readCounts(file, { hasPassed })).toEqual(expected);
});

test.each([
	[
		{ numPassedTests: 1, numPendingTests: 5 },
		{ passed: 1, failed: 0 },
	],
	[
		{ numPassedTests: 0, numPendingTests: 5 },
		{ passed: 0, failed: 1 },
	],
])('of a part that was wanted, the rest is no failure: %j', async (results, expected) => {
	const file = path.join(folder, 'jest.json');
	await writeFile(file, JSON.stringify(results));
	expect(await readCounts(file, { hasPassed: true, isPart: true })).toEqual(expected);
});
