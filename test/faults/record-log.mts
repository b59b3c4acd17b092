import { inspect } from 'node:util';

interface ServiceContainer {
	set(type: object, instance: object): void;
}

const levels = ['error', 'warn', 'info', 'debug', 'verbose', 'log'];

/** What n8n-core itself would load, seen from where it stands. */
function requireOfN8n(name: string) {
	return require(require.resolve(name, { paths: [require.resolve('n8n-core')] }));
}

/**
 * Puts n8n's logger aside: whatever the nodes and n8n-core log from now on is found in the list that
 * this answers, message and metadata.
 */
export function recordLog(): string[] {
	const lines: string[] = [];
	const write = (...parts: unknown[]) =>
		void lines.push(inspect(parts, { depth: 20, maxStringLength: null }));
	const logger = Object.fromEntries(levels.map((level) => [level, write]));
	const container: ServiceContainer = requireOfN8n('@n8n/di').Container;
	const { Logger } = requireOfN8n('@n8n/backend-common');
	container.set(Logger, { ...logger, scoped: () => logger });
	return lines;
}
