import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { waitUntil } from './wait-until.mts';

// n8n needs 5 to 11 s on an idle machine, Keycloak half a minute; a busy one needs many times that.
const readyLimitMs = 400_000;
const stopLimitMs = 60_000;
const keptCharacters = 20_000;

interface ProgramOptions {
	/** As errors name it: "Redis". */
	name: string;
	program: string;
	argv: string[];
	cwd: string;
	/** The whole of it. Default: that of this process. */
	environment?: NodeJS.ProcessEnv;
	/** What it writes is appended to this file. Default: to none. */
	logFile?: string;
	/** Whether it has a channel to this process, which closes when this process ends. Default: false. */
	hasChannel?: boolean;
	/** What ends it in order. Default: SIGTERM. */
	endSignal?: NodeJS.Signals;
	/** Is given the last 20,000 characters that the program wrote. */
	isReady: (log: string) => Promise<boolean>;
	/** Gets the reason if the program ends without being asked to. */
	onUnexpectedEnd?: (reason: string) => void;
}

/** Starts a program that stays up, and waits until it is ready. Throws with the end of its output if it is not. */
export async function runProgram(options: ProgramOptions) {
	const { name, endSignal = 'SIGTERM', isReady } = options;
	const child = spawn(options.program, options.argv, {
		cwd: options.cwd,
		env: options.environment,
		stdio: ['ignore', 'pipe', 'pipe', ...(options.hasChannel ? ['ipc' as const] : [])],
		// In a group of its own, so Ctrl-C reaches only us and we end it in order.
		detached: process.platform !== 'win32',
	});
	const log = keepOutput(child, options.logFile);
	let isAsked = false;
	let outcome: string | undefined;
	const closed = new Promise<void>((resolve) => {
		const settle = (reason: string): void => {
			outcome = reason;
			if (!isAsked) options.onUnexpectedEnd?.(reason);
			resolve();
		};
		child.once('error', (error) => settle(`${name} could not be started: ${error.message}`));
		child.once('close', (code, signal) => settle(`${name} ended by itself (${signal ?? code}).`));
	});
	const end = async (signal: NodeJS.Signals): Promise<void> => {
		isAsked = true;
		if (outcome === undefined) sendSignal(child, signal);
		const timer = setTimeout(() => sendSignal(child, 'SIGKILL'), stopLimitMs);
		await closed;
		clearTimeout(timer);
	};
	try {
		await waitUntil(
			async () => {
				if (outcome !== undefined) throw new Error(`${outcome}\n${log()}`);
				return (await isReady(log())) ? true : undefined;
			},
			{ what: `${name} to become ready`, timeoutMs: readyLimitMs, explain: log },
		);
	} catch (error) {
		await end('SIGKILL');
		throw error;
	}
	return {
		processId: child.pid ?? 0,
		/** The last 20,000 characters that it wrote. */
		log,
		/** Ends it in order, by SIGKILL if that takes more than 60 s. Does nothing if it has ended. */
		stop: () => end(endSignal),
		/** Ends it as a power failure does, by SIGKILL. */
		kill: () => end('SIGKILL'),
	};
}

/** Gives the end of what the program has written. */
function keepOutput(child: ChildProcess, logFile?: string): () => string {
	const file = logFile === undefined ? undefined : createWriteStream(logFile, { flags: 'a' });
	let text = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding('utf8').on('data', (chunk: string) => {
			file?.write(chunk);
			text = (text + chunk).slice(-keptCharacters);
		});
	}
	child.once('close', () => file?.end());
	return () => text;
}

/** SIGKILL goes to the whole group: the program may be a script with another below it. */
function sendSignal(child: ChildProcess, signal: NodeJS.Signals): void {
	if (signal !== 'SIGKILL' || process.platform === 'win32' || child.pid === undefined) {
		child.kill(signal);
		return;
	}
	try {
		process.kill(-child.pid, signal);
	} catch {
		// All of it has ended since.
	}
}
