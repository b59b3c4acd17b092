import { inspect } from 'node:util';
import { replaceService, requireOfN8n } from '../support/in-process/n8n-core-services.mts';

const levels = ['error', 'warn', 'info', 'debug', 'verbose', 'log'];

/**
 * Puts n8n's logger aside: whatever the nodes and n8n-core log from now on is found in the list that
 * this answers, message and metadata.
 */
export function recordLog(): string[] {
	const lines: string[] = [];
	const write = (...parts: unknown[]) =>
		void lines.push(inspect(parts, { depth: 20, maxStringLength: null }));
	const logger = Object.fromEntries(levels.map((level) => [level, write]));
	const { Logger } = requireOfN8n('@n8n/backend-common');
	replaceService(Logger, { ...logger, scoped: () => logger });
	return lines;
}
