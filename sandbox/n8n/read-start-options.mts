import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../scripts/project-paths.mjs';

/** What may follow `npm start --`. */
export interface StartOptions {
	/** End after the first conversation instead of staying up. */
	once: boolean;
	/** Show everything that the tools and n8n write. */
	verbose: boolean;
	/** Where the data lives that a second start reuses. Default: `.sandbox` in the clone. */
	dataFolder: string;
}

/** Reads the command line; throws on an option that does not exist. */
export function readStartOptions(argv: string[]): StartOptions {
	const { values } = parseArgs({
		args: argv,
		options: {
			once: { type: 'boolean', default: false },
			verbose: { type: 'boolean', default: false },
			data: { type: 'string' },
		},
	});
	return {
		once: values.once,
		verbose: values.verbose,
		dataFolder: values.data === undefined ? join(projectRoot, '.sandbox') : resolve(values.data),
	};
}
