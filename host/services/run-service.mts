import { spawn } from 'node:child_process';
import { waitUntil } from '../wait-until.mts';
import type { ServiceFolder } from './create-service-folder.mts';

const defaultReadyLimitMs = 60_000;
const stopLimitMs = 20_000;
const keptCharacters = 20_000;

export interface ServiceOptions {
	/** As errors name it: "Redis". */
	name: string;
	folder: ServiceFolder;
	program: string;
	argv: string[];
	/** What ends it in order. */
	endSignal: 'TERM' | 'INT';
	isReady: () => Promise<boolean>;
	/** Default 60,000. */
	readyLimitMs?: number;
	/** Further environment variables. */
	environment?: Record<string, string>;
}

/** One run of a service, from its start to its end. */
export interface RunningService {
	processId: number;
	/** Ends it in order, by SIGKILL if that takes more than 20 s. Does nothing if it has ended. */
	stop(): Promise<void>;
}

/** Starts a service and waits until it is ready. Throws with the end of its output if it is not. */
export async function runService(options: ServiceOptions): Promise<RunningService> {
	const { name, folder, endSignal, isReady, readyLimitMs = defaultReadyLimitMs } = options;
	const [program, argv] = folder.wrap(options.program, options.argv, endSignal);
	const child = spawn(program, argv, {
		cwd: folder.path,
		env: { ...process.env, ...options.environment },
		stdio: ['ignore', 'pipe', 'pipe'],
		// In its own group, so Ctrl-C reaches only us and we end it in order.
		detached: true,
	});
	let text = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (chunk: string) => {
			text = (text + chunk).slice(-keptCharacters);
		});
	}
	let outcome: string | undefined;
	const closed = new Promise<void>((resolve) => {
		const settle = (reason: string): void => {
			outcome = reason;
			resolve();
		};
		child.once('error', (error) => settle(`${name} could not be started: ${error.message}`));
		child.once('close', (code, signal) => settle(`${name} ended (${signal ?? code}).`));
	});
	// The program may be a script with the service below it, so nothing of the group is left.
	const killGroup = (): void => {
		if (outcome === undefined && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
	};
	const end = async (signal: NodeJS.Signals): Promise<void> => {
		if (signal === 'SIGKILL') killGroup();
		else if (outcome === undefined) child.kill(signal);
		const timer = setTimeout(killGroup, stopLimitMs);
		await closed;
		clearTimeout(timer);
	};
	try {
		await waitUntil(
			async () => {
				if (outcome !== undefined) throw new Error(`${outcome}\n${text}`);
				return (await isReady()) ? true : undefined;
			},
			{ what: `${name} to become ready`, timeoutMs: readyLimitMs, explain: () => text },
		);
	} catch (error) {
		await end('SIGKILL');
		throw error;
	}
	return { processId: child.pid ?? 0, stop: () => end(`SIG${endSignal}`) };
}
