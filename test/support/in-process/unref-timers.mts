// What a node waits for has a limit by n8n's `sleep`, which nobody can end. Whoever did not wait that long
// has gone, and its timer alone would keep a worker of jest for seconds after its last test.
const { setTimeout: start } = globalThis;

globalThis.setTimeout = Object.assign(
	(...args: Parameters<typeof start>) => start(...args).unref(),
	start,
);
