import { connect } from 'node:net';
import { findFreePort } from '../n8n/find-free-port.mts';
import { createServiceFolder } from './create-service-folder.mts';
import { findProgram } from './find-program.mts';
import { runService } from './run-service.mts';

/** A private Redis on loopback. */
export interface RunningRedis {
	host: string;
	port: number;
	/** Process id of the Redis that runs now. */
	processId(): number;
	/** Ends Redis, keeping what it holds; every connection is closed. */
	stop(): Promise<void>;
	/** Starts it again on the same port with what it held. */
	start(): Promise<void>;
	/** Ends it and removes its folder. */
	close(): Promise<void>;
}

const host = '127.0.0.1';

/**
 * Starts Debian's redis-server in a folder of its own on a free port. It writes each change to its
 * append-only file, as a queue that must not be lost wants it. Throws where the program is missing.
 */
export async function startRedis(): Promise<RunningRedis> {
	const program = findProgram('redis-server', 'redis-server');
	const port = await findFreePort();
	const folder = await createServiceFolder('voice-agent-redis-');
	const settings: Record<string, string> = {
		port: String(port),
		bind: host,
		dir: folder.path,
		save: '',
		appendonly: 'yes',
		// Bull's keys must never be thrown out to make room.
		'maxmemory-policy': 'noeviction',
	};
	const argv = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
	const run = () =>
		runService({
			name: 'Redis',
			folder,
			program,
			argv,
			endSignal: 'TERM',
			isReady: () => answersPing(port),
		});
	let current = await run().catch(async (error: unknown) => {
		await folder.remove();
		throw error;
	});
	return {
		host,
		port,
		processId: () => current.processId,
		stop: () => current.stop(),
		start: async () => {
			current = await run();
		},
		close: async () => {
			await current.stop();
			await folder.remove();
		},
	};
}

// While Redis still reads its file it answers LOADING.
function answersPing(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect({ host, port }, () => socket.write('PING\r\n'));
		socket.setTimeout(1000, () => socket.destroy());
		socket.once('data', (data) => {
			resolve(data.toString('utf8').startsWith('+PONG'));
			socket.destroy();
		});
		socket.once('error', () => resolve(false));
		socket.once('close', () => resolve(false));
	});
}
