import { connect } from 'node:net';
import { createServiceFolder } from './create-service-folder.mts';
import { findProgram } from './find-program.mts';
import { findPort } from '../find-port.mts';
import { runProgram } from '../run-program.mts';

/** A private Redis on loopback. */
export type RunningRedis = Awaited<ReturnType<typeof startRedis>>;

const host = '127.0.0.1';
const answerLimitMs = 30_000;

/**
 * Starts Debian's redis-server in its own folder on a free port. Like Debian's own it writes a
 * snapshot from time to time and when it is stopped. Throws if the program is missing.
 */
export async function startRedis() {
	const program = findProgram('redis-server', 'redis-server');
	const port = await findPort();
	const folder = await createServiceFolder('voice-agent-redis-');
	const settings: Record<string, string> = {
		port: String(port),
		bind: host,
		dir: folder.path,
		// No append-only file: Redis answers LOADING while it reads one, which n8n takes for the failure of
		// executions that it has queued (docs/operate.md). A small snapshot is read before it answers.
		save: '3600 1 300 100 60 10000',
		appendonly: 'no',
		// Bull's keys must never be thrown out to make room.
		'maxmemory-policy': 'noeviction',
	};
	const argv = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
	const run = () =>
		runProgram({
			name: 'Redis',
			...folder.wrap(program, argv),
			// While it still reads its file it answers LOADING.
			isReady: () =>
				ask(port, 'PING').then(
					(answer) => answer.startsWith('+PONG'),
					() => false,
				),
		});
	let current = await run().catch(async (error: unknown) => {
		await folder.remove();
		throw error;
	});
	return {
		host,
		port,
		/** Of the Redis that runs now. */
		processId: () => current.processId,
		/** Sends one command in a line, `LLEN jobs`; resolves with the answer as it comes, `:3`. */
		ask: (command: string): Promise<string> => ask(port, command),
		/** Ends Redis, keeping what it holds; every connection is closed. */
		stop: () => current.stop(),
		/** Starts it again on the same port with what it held. */
		start: async (): Promise<void> => {
			current = await run();
		},
		/** Ends it and removes its folder. */
		close: async (): Promise<void> => {
			await current.stop();
			await folder.remove();
		},
	};
}

function ask(port: number, command: string): Promise<string> {
	return new Promise((resolve, reject) => {
		const socket = connect({ host, port }, () => socket.write(`${command}\r\n`));
		socket.setTimeout(answerLimitMs, () => socket.destroy());
		socket.once('data', (data) => {
			resolve(data.toString('utf8').trim());
			socket.destroy();
		});
		socket.once('error', reject);
		socket.once('close', () => reject(new Error(`Redis did not answer ${command}.`)));
	});
}
