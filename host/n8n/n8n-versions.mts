import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/project-paths.mjs';

const versionsFolder = join(projectRoot, 'host', 'n8n', 'versions');

/** Runs unless another version is asked for: the newest folder, which holds the newest that installs. */
export const pinnedVersion = String(listVersions().at(-1));

/** The version that `--n8n` names, which scripts/commands.mts hands on, or else the pinned one. */
export const chosenVersion = process.env.HOST_N8N_VERSION ?? pinnedVersion;

/** Every version of n8n that can be run, the oldest first. */
export function listVersions(): string[] {
	return readdirSync(versionsFolder).toSorted((a, b) =>
		a.localeCompare(b, 'en', { numeric: true }),
	);
}

/** The folder with package.json, and for most versions the lock file. Throws if the version is unknown. */
export function findVersionFolder(version: string): string {
	const known = listVersions();
	if (!known.includes(version)) {
		throw new Error(`--n8n ${version} is not among ${known.join(', ')} (host/n8n/versions).`);
	}
	return join(versionsFolder, version);
}

/** Whether everything below n8n is pinned too. */
export const hasLockFile = (version: string): boolean =>
	existsSync(join(findVersionFolder(version), 'package-lock.json'));
