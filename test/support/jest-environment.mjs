import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestEnvironment } from 'jest-environment-node';

// Jest kills a worker half a second after it told it to end. Node first waits for what V8 does in the
// background, such as collecting garbage, which takes longer on a busy machine: so a worker that has
// stopped listening to jest leaves at once.
if (process.send !== undefined) {
	process.on('removeListener', (event) => {
		if (event === 'message') process.exit();
	});
}

/**
 * Ends with its file what a node still waits for. n8n's `sleep`, the limit of such waits, cannot be ended:
 * its timer would keep the worker for seconds.
 *
 * n8n-core writes its settings into a folder of the file: at home two workers might both make them, and one
 * read what the other has half written.
 */
export default class extends TestEnvironment {
	/** @type {Set<NodeJS.Timeout>} */
	#timers = new Set();

	#settings = mkdtempSync(join(tmpdir(), 'voice-agent-settings-'));

	/** @param {ConstructorParameters<typeof TestEnvironment>} given */
	constructor(...given) {
		super(...given);
		this.global.process.env.N8N_USER_FOLDER = this.#settings;
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
		rmSync(this.#settings, { recursive: true, force: true });
		await super.teardown();
	}
}
