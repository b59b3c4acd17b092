import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../scripts/project-paths.mjs';
import { chosenVersion, pinnedVersion } from '../n8n/n8n-versions.mts';

export const startUsage = `npm start -- [--once] [--verbose] [--data FOLDER] [--n8n VERSION]

  --once     end after the first conversation instead of staying up
  --verbose  show everything that the tools and n8n write
  --data     folder for what a second start reuses (default: .sandbox in the clone)
  --n8n      one of host/n8n/versions (default: ${pinnedVersion})
  --help     show this`;

/** What may follow `npm start --`. */
export interface StartOptions {
	/** Show what may be asked for, and start nothing. */
	help: boolean;
	/** End after the first conversation instead of staying up. */
	once: boolean;
	/** Show everything that the tools and n8n write. */
	verbose: boolean;
	/** Where the data lives that a second start reuses. */
	dataFolder: string;
}

// The database of one n8n is not for an older one.
const defaultDataFolder = join(
	projectRoot,
	'.sandbox',
	...(chosenVersion === pinnedVersion ? [] : [`n8n-${chosenVersion}`]),
);

/** Reads the command line; throws on an option that does not exist. */
export function readStartOptions(argv: string[]): StartOptions {
	const { values } = parseArgs({
		args: argv,
		options: {
			once: { type: 'boolean', default: false },
			verbose: { type: 'boolean', default: false },
			data: { type: 'string' },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	return {
		help: values.help,
		once: values.once,
		verbose: values.verbose,
		dataFolder: values.data === undefined ? defaultDataFolder : resolve(values.data),
	};
}
