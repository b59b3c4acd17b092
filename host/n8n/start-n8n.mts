import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureN8n } from './install-n8n.mts';
import { takeMigratedDatabase } from './migrated-database.mts';
import { buildN8nEnvironment } from './n8n-environment.mts';
import type { N8nOwner } from './n8n-session.mts';
import { placePackage } from './place-package.mts';
import { findPort } from '../find-port.mts';
import { runProgram } from '../run-program.mts';

const endWithParent = pathToFileURL(join(import.meta.dirname, 'end-with-parent.mts')).href;

export interface N8nOptions {
	/** Becomes N8N_USER_FOLDER: the database, the encryption key, the package and the log. */
	dataFolder: string;
	/** Whether the package was installed in `dataFolder` before. Default: this clone's is placed there. */
	isInstalled?: boolean;
	/** Must be free. Default: the system selects. */
	port?: number;
	/** Of the task broker. Must be free. Default: the system selects. */
	brokerPort?: number;
	/** Exists before n8n listens, so no stranger can take the account. Default: the first who asks. */
	owner?: N8nOwner;
	/** The command of n8n with its options, `webhook` or `worker` in queue mode. Default: `['start']`. */
	command?: string[];
	/** Further environment variables for n8n. */
	environment?: Record<string, string>;
}

/** A running n8n. Everything but `url` and the ports may change with `restart`. */
export type RunningN8n = Awaited<ReturnType<typeof startN8n>>;

/** Starts the selected n8n with our package in it and waits until it is ready. Throws with its log. */
export async function startN8n(options: N8nOptions) {
	const installed = await ensureN8n();
	const port = options.port ?? (await findPort());
	const brokerPort = options.brokerPort ?? (await findPort());
	// The key, the credentials and the conversations are for their owner alone.
	await mkdir(options.dataFolder, { recursive: true, mode: 0o700 });
	if (!options.isInstalled) await placePackage(options.dataFolder, installed);
	if (options.environment?.DB_TYPE === undefined) {
		await takeMigratedDatabase(installed, options.dataFolder);
	}
	const logFile = join(options.dataFolder, 'n8n.log');
	const environment = buildN8nEnvironment({
		installed,
		userFolder: options.dataFolder,
		port,
		brokerPort,
		owner: options.owner,
		extra: options.environment ?? {},
	});

	let tellEnd: (reason: string) => void = () => undefined;
	const ended = new Promise<string>((resolve) => {
		tellEnd = resolve;
	});
	const { command = ['start'] } = options;
	const run = () =>
		runProgram({
			name: 'n8n',
			program: process.execPath,
			argv: ['--import', endWithParent, installed.script, ...command],
			// Not the clone: n8n reads a file .env from where it is started.
			cwd: options.dataFolder,
			environment,
			logFile,
			hasChannel: true,
			isReady: (log) => isReady(port, command, log),
			onUnexpectedEnd: tellEnd,
		});
	let current = await run();
	return {
		/** `http://localhost:<port>`, no trailing slash. */
		url: `http://localhost:${port}`,
		port,
		brokerPort,
		logFile,
		/** Resolves with a reason when n8n ends without being asked to. */
		ended,
		/** Of the n8n that runs now. */
		processId: () => current.processId,
		/** What n8n wrote since its last start, the last 20,000 characters. */
		log: () => current.log(),
		/** Ends n8n as an operator does, by SIGTERM; by SIGKILL if it takes more than 60 s. */
		stop: () => current.stop(),
		/** Ends n8n as a power failure does, by SIGKILL. */
		kill: () => current.kill(),
		/** Starts n8n again on the same ports and data, after stopping it if it still runs. */
		restart: async (): Promise<void> => {
			await current.stop();
			current = await run();
		},
	};
}

/** `start` is complete once it serves both APIs: for a while a page, or nothing, answers in their place. */
async function isReady(port: number, [name]: string[], log: string): Promise<boolean> {
	const ask = async (path: string): Promise<Response> => {
		const answer = await fetch(`http://127.0.0.1:${port}${path}`);
		await answer.arrayBuffer();
		return answer;
	};
	try {
		if ((await ask('/healthz/readiness')).status !== 200) return false;
		if (name !== 'start') return true;
		// Another n8n on this port says as much, until ours ends because of it.
		if (!log.includes('Editor is now accessible')) return false;
		const type = (await ask('/rest/settings')).headers.get('content-type');
		// Without a key: 401 from the API, 404 if there is none yet.
		const { status } = await ask('/api/v1/workflows');
		return type?.startsWith('application/json') === true && status === 401;
	} catch {
		// Nobody listens yet.
		return false;
	}
}
