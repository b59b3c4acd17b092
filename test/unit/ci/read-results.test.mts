import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readCounts, readFailures, type Counts } from '../../../scripts/read-results.mts';

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'voice-agent-counts-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

type Results = Record<string, number>;
const passed = { numPassedTests: 5 };

test.each<[string, Results | null, boolean, Counts, { isPart?: boolean }?]>([
	['passed tests', passed, true, { passed: 5, failed: 0 }],
	['a failed test', { ...passed, numFailedTests: 1 }, false, { passed: 5, failed: 1 }],
	['a skipped test', { ...passed, numPendingTests: 1 }, true, { passed: 5, failed: 1 }],
	['a test to be written', { ...passed, numTodoTests: 1 }, true, { passed: 5, failed: 1 }],
	[
		'no run of a file',
		{ ...passed, numRuntimeErrorTestSuites: 1 },
		false,
		{ passed: 5, failed: 1 },
	],
	['passed tests of a run that failed', passed, false, { passed: 5, failed: 1 }],
	['no test at all', { numPassedTests: 0 }, true, { passed: 0, failed: 1 }],
	['no results', null, true, { passed: 0, failed: 1 }],
	['a part', { ...passed, numPendingTests: 5 }, true, { passed: 5, failed: 0 }, { isPart: true }],
	[
		'a part without a test',
		{ numPendingTests: 5, numPassedTests: 0 },
		true,
		{ passed: 0, failed: 1 },
		{ isPart: true },
	],
])('%s', async (_name, results, hasPassed, expected, options = {}) => {
	const file = path.join(folder, 'jest.json');
	if (results !== null) await writeFile(file, JSON.stringify(results));
	expect(await readCounts(file, { hasPassed, ...options })).toEqual(expected);
});

test('what failed is named, with what it says', async () => {
	const file = path.join(folder, 'jest.json');
	const results = {
		testResults: [
			{
				name: path.resolve('test/unit/ci/a.test.mts'),
				message: 'all of it',
				assertionResults: [
					{ status: 'passed', fullName: 'adds', failureMessages: [] },
					{
						status: 'failed',
						fullName: 'holds 3\nlines',
						failureMessages: [
							'\u001b[31mError: 3 passed, 4 failed\u001b[39m\n    at run (a.test.mts:3:1)',
						],
					},
				],
			},
			{
				name: path.resolve('test/unit/ci/b.test.mts'),
				message: 'Cannot find module',
				assertionResults: [],
			},
		],
	};
	await writeFile(file, JSON.stringify(results));
	expect(await readFailures(file)).toEqual([
		'  FAILED test/unit/ci/a.test.mts: holds 3 lines\n  Error: 3 passed, 4 failed',
		'  FAILED test/unit/ci/b.test.mts\n  Cannot find module',
	]);
});
