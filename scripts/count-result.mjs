/**
 * What one file of results stands for. jest's own JSON: its tests, and one failure for each file of
 * tests that did not run; a test that was skipped has shown nothing and counts as failed. A check,
 * `{"step", "code"}`: one failure where it failed, else nothing.
 */
export function countResult(result) {
	if (typeof result.step === 'string') return { passed: 0, failed: result.code === 0 ? 0 : 1 };
	const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = result;
	return {
		passed: numPassedTests,
		failed: numFailedTests + numPendingTests + numTodoTests + result.numRuntimeErrorTestSuites,
	};
}
