import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Who runs the services if the project runs as root: PostgreSQL rejects root. */
const unprivilegedUser = 'nobody';

/** A new folder that a service owns, and how to run a program in it. */
export type ServiceFolder = Awaited<ReturnType<typeof createServiceFolder>>;

const askId = (flag: '-u' | '-g'): number =>
	Number(execFileSync('id', [flag, unprivilegedUser], { encoding: 'utf8' }));

/**
 * Makes an empty folder in the system's folder for temporary files. With `keepsUser` the service runs
 * as this user even if that is root, so it can read what only this user can.
 */
export async function createServiceFolder(prefix: string, { keepsUser = false } = {}) {
	const path = await mkdtemp(join(tmpdir(), prefix));
	const identity: string[] = [];
	if (process.getuid?.() === 0 && !keepsUser) {
		const [userId, groupId] = [askId('-u'), askId('-g')];
		await chown(path, userId, groupId);
		identity.push(`--reuid=${userId}`, `--regid=${groupId}`, '--clear-groups');
	}
	await chmod(path, 0o700);
	return {
		path,
		/**
		 * Wraps a program so that it gets `endSignal` when this process ends in whatever way and, without
		 * `keepsUser`, is not root.
		 */
		wrap: (program: string, argv: string[], endSignal: 'SIGTERM' | 'SIGINT' = 'SIGTERM') => ({
			program: 'setpriv',
			argv: [...identity, `--pdeathsig=${endSignal.slice(3)}`, '--', program, ...argv],
			cwd: path,
			endSignal,
		}),
		remove: () => rm(path, { recursive: true, force: true }),
	};
}
