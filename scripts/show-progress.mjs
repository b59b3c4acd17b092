const heartbeatMs = 15_000;

/**
 * Seconds (below two minutes) or minutes and seconds, for people.
 * @param {number} milliseconds
 */
export function formatDuration(milliseconds) {
	const seconds = milliseconds / 1000;
	if (seconds < 10) return `${seconds.toFixed(1)} s`;
	if (seconds < 120) return `${Math.round(seconds)} s`;
	return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/**
 * Runs one named step: a line when it begins, a sign of life every 15 s, a line with its time at the
 * end. `describe` may add a word to the last line; a result with a `code` other than 0, or a throw,
 * is shown as failed. Returns what the step returned.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} action
 * @param {(result: T) => string} [describe]
 * @returns {Promise<T>}
 */
export async function runStep(name, action, describe = () => '') {
	const startedAt = Date.now();
	const elapsed = () => formatDuration(Date.now() - startedAt);
	console.log(`> ${name}`);
	const heartbeat = setInterval(() => console.log(`  ${name}: ${elapsed()} so far`), heartbeatMs);
	try {
		const result = await action();
		const failed = isFailure(result);
		const note = describe(result);
		console.log(`  ${name}: ${failed ? 'FAILED' : 'done'} in ${elapsed()}${note && `, ${note}`}`);
		return result;
	} catch (error) {
		console.log(`  ${name}: FAILED after ${elapsed()}`);
		throw error;
	} finally {
		clearInterval(heartbeat);
	}
}

/** @param {unknown} result */
function isFailure(result) {
	return typeof result === 'object' && result !== null && 'code' in result && result.code !== 0;
}
