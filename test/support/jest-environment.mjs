import { TestEnvironment } from 'jest-environment-node';

// Jest kills a worker half a second after its last test. To give back the heap of n8n's modules takes
// Node longer on a busy machine; an exit that is asked for leaves that out.
process.once('beforeExit', () => process.exit());

/**
 * Ends with its file what a node still waits for. n8n's `sleep`, the limit of such waits, cannot be ended:
 * its timer would keep the worker for seconds.
 */
export default class extends TestEnvironment {
	/** @type {Set<NodeJS.Timeout>} */
	#timers = new Set();

	/** @param {ConstructorParameters<typeof TestEnvironment>} given */
	constructor(...given) {
		super(...given);
		const { setTimeout: start } = this.global;
		/** @param {Parameters<typeof start>} args */
		const keep = (...args) => {
			const timer = start(...args);
			this.#timers.add(timer);
			return timer;
		};
		this.global.setTimeout = Object.assign(keep, start);
	}

	/** @override */
	async teardown() {
		for (const timer of this.#timers) clearTimeout(timer);
		await super.teardown();
	}
}
