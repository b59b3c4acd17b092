// Loaded into n8n, which looks once a minute for executions whose time to wait is over: here ten times a second.
const start = globalThis.setInterval;

/**
 * @param {(...values: unknown[]) => void} run
 * @param {number} delayMs
 * @param {unknown[]} values
 */
function startInterval(run, delayMs, ...values) {
	const isWaitTracker = delayMs === 60_000 && new Error().stack?.includes('wait-tracker');
	return start(run, isWaitTracker ? 100 : delayMs, ...values);
}

Reflect.set(globalThis, 'setInterval', startInterval);
