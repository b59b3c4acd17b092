import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readDialects } from '../../sandbox/dialects/dialects.mts';
import { projectRoot } from '../../scripts/project-paths.mjs';
import { chosenVersion, pinnedVersion } from '../n8n/n8n-versions.mts';

/** What may follow `npm start --`. */
export type StartOptions = ReturnType<typeof readStartOptions>;

// The database of one n8n is not for an older one.
const defaultDataFolder = join(
	projectRoot,
	'.sandbox',
	...(chosenVersion === pinnedVersion ? [] : [`n8n-${chosenVersion}`]),
);

/** Reads the command line; throws on an option that does not exist. */
export function readStartOptions(argv: string[]) {
	const { values } = parseArgs({
		args: argv,
		options: {
			// End after the first conversation instead of staying up.
			once: { type: 'boolean', default: false },
			// Delete what earlier starts left, and begin with an empty n8n.
			reset: { type: 'boolean', default: false },
			// Build the package again when a source has changed, and let n8n load it.
			watch: { type: 'boolean', default: false },
			// Show everything that the tools and n8n write.
			verbose: { type: 'boolean', default: false },
			// That the sandbox speaks; with one, trying is left to the person who starts.
			dialect: { type: 'string', multiple: true },
			// Where the data lives that a second start reuses.
			data: { type: 'string' },
		},
	});
	const { data, dialect, ...flags } = values;
	const dataFolder = data === undefined ? defaultDataFolder : resolve(data);
	return { ...flags, dialects: readDialects(dialect), dataFolder };
}
