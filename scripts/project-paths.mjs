import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the clone. */
export const projectRoot = fileURLToPath(new URL('..', import.meta.url));

/** What clones on one machine share; safe to delete at any time. */
export const cacheFolder = join(
	process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
	'n8n-nodes-voice-agent',
);

const modules = join(projectRoot, 'node_modules');
const platform = process.platform === 'win32' ? 'win' : process.platform;

/** Where the project's own Node is; the package is there if scripts/node-binary names this platform. */
export const nodeFolder = join(modules, `node-${platform}-${process.arch}`, 'bin');

/**
 * The environment in which the project's tools run: its own Node and they are first on PATH.
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnvironment() {
	const path = [nodeFolder, join(modules, '.bin'), process.env.PATH ?? process.env.Path];
	return { ...process.env, PATH: path.join(delimiter) };
}
