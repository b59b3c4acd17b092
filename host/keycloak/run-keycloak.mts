import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createServiceFolder } from '../services/create-service-folder.mts';
import { findProgram } from '../services/find-program.mts';
import { findPort } from '../find-port.mts';
import { runProgram } from '../run-program.mts';

/** A private Keycloak on loopback. */
export type RunningKeycloak = Awaited<ReturnType<typeof runKeycloak>>;

const host = '127.0.0.1';

// It listens on loopback alone, and its data does not outlive it.
const admin = { username: 'admin', password: 'admin' };

// What a running Keycloak only reads.
const sharedFolders = ['conf', 'lib', 'providers', 'themes'];

/**
 * Runs an installed Keycloak on a free port, with data of its own in memory. It ends when this process
 * ends. Throws with the end of its output if it does not become ready.
 */
export async function runKeycloak(distribution: string) {
	findProgram('java', 'default-jre-headless');
	const port = await findPort();
	const url = `http://${host}:${port}`;
	const folder = await createServiceFolder('voice-agent-keycloak-', { keepsUser: true });
	try {
		// Keycloak writes below the folder that it takes for its own.
		for (const name of sharedFolders) {
			await symlink(join(distribution, name), join(folder.path, name));
		}
		const argv = [
			'start',
			'--optimized',
			`-Dkc.home.dir=${folder.path}`,
			'--cache=local',
			'--http-enabled=true',
			`--http-host=${host}`,
			`--http-port=${port}`,
			'--hostname-strict=false',
			// A proxy in front of it can name another address, with a path before /realms.
			'--proxy-headers=xforwarded',
		];
		const running = await runProgram({
			name: 'Keycloak',
			...folder.wrap(join(distribution, 'bin', 'kc.sh'), argv),
			environment: {
				...process.env,
				KC_BOOTSTRAP_ADMIN_USERNAME: admin.username,
				KC_BOOTSTRAP_ADMIN_PASSWORD: admin.password,
			},
			isReady: () => answers(`${url}/realms/master`),
		});
		return {
			/** `http://127.0.0.1:<port>`, no trailing slash. */
			url,
			admin,
			/** Ends it and removes its data. */
			close: async (): Promise<void> => {
				await running.stop();
				await folder.remove();
			},
		};
	} catch (error) {
		await folder.remove();
		throw error;
	}
}

async function answers(url: string): Promise<boolean> {
	try {
		const answer = await fetch(url);
		await answer.arrayBuffer();
		return answer.ok;
	} catch {
		// Nobody listens yet.
		return false;
	}
}
