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

/**
 * The environment in which the project's tools run: its own Node 24 first on PATH, because npm does
 * not always link the binary of the package `node` if install scripts are off.
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnvironment() {
	const modules = join(projectRoot, 'node_modules');
	const path = [
		join(modules, 'node', 'bin'),
		join(modules, '.bin'),
		process.env.PATH ?? process.env.Path ?? '',
	].join(delimiter);
	return { ...process.env, PATH: path };
}
