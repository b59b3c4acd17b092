/** @typedef {{ passed: number, failed: number }} Counts */

/** @typedef {{ step: string, code: number }} CheckResult */

/**
 * What is read of jest's own JSON.
 * @typedef {{
 *   numPassedTests: number,
 *   numFailedTests: number,
 *   numPendingTests: number,
 *   numTodoTests: number,
 *   numRuntimeErrorTestSuites: number,
 * }} JestResult
 */

/**
 * Counts one file of results. jest's own JSON: its tests, and one failure for each file of tests that
 * did not run; a test that was skipped has shown nothing and counts as failed. A check,
 * `{"step", "code"}`: one failure if it failed, else nothing.
 * @param {CheckResult | JestResult} result
 * @returns {Counts}
 */
export function countResult(result) {
	if ('step' in result) return { passed: 0, failed: result.code === 0 ? 0 : 1 };
	const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = result;
	return {
		passed: numPassedTests,
		failed: numFailedTests + numPendingTests + numTodoTests + result.numRuntimeErrorTestSuites,
	};
}
