import { join } from 'node:path';
import { cacheFolder, projectRoot } from '../../scripts/project-paths.mjs';
import { readLockHash } from '../../scripts/read-lock-hash.mjs';

/** Where package.json and the lock file of the pinned n8n stand. */
export const hostFolder = join(projectRoot, 'host', 'n8n', 'installation');

/** An installed n8n and the Node that runs it. */
export interface InstalledN8n {
	folder: string;
	/** The Node 24 binary. */
	node: string;
	/** The script of the command `n8n`. */
	script: string;
	/** The `n8n-workflow` that this n8n itself uses. */
	workflowPackage: string;
}

/** Names the parts of an installation in `folder`; whether they are there is not checked. */
export function describeInstallation(folder: string): InstalledN8n {
	const modules = join(folder, 'node_modules');
	return {
		folder,
		node: join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
		script: join(modules, 'n8n', 'bin', 'n8n'),
		workflowPackage: join(modules, 'n8n-workflow'),
	};
}

/** The folder that every clone on this machine with the same lock file shares. */
export async function findInstallationFolder(): Promise<string> {
	return join(cacheFolder, `n8n-${await readLockHash(join(hostFolder, 'package-lock.json'))}`);
}
