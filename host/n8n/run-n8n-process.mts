import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../scripts/project-paths.mjs';
import type { InstalledN8n } from './n8n-paths.mts';
import { waitUntil } from '../wait-until.mts';

// 5 to 11 s on an idle machine; the first start, with its migrations, on a busy one takes longer.
const readyLimitMs = 180_000;
const stopLimitMs = 20_000;
const keptCharacters = 20_000;
const endWithParent = pathToFileURL(join(projectRoot, 'host', 'n8n', 'end-with-parent.mts')).href;

export interface N8nProcessOptions {
	installed: InstalledN8n;
	/** The command of n8n with its options: `['start']`. */
	command: string[];
	environment: Record<string, string>;
	/** Appended to. */
	logFile: string;
	/** Where it answers whether it is ready. */
	port: number;
	onUnexpectedEnd: (reason: string) => void;
}

/** One run of n8n, from its start to its end. */
export interface N8nProcess {
	processId: number;
	log(): string;
	end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Starts n8n and waits until it answers as ready. Throws with the end of its log if it does not. */
export async function runN8nProcess(options: N8nProcessOptions): Promise<N8nProcess> {
	const { installed, command, environment, logFile, port, onUnexpectedEnd } = options;
	const child = spawn(process.execPath, ['--import', endWithParent, installed.script, ...command], {
		// Not the clone: n8n reads a file .env from where it is started.
		cwd: dirname(logFile),
		env: environment,
		stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
		// In a group of its own, so Ctrl-C reaches only us and we end it in order.
		detached: process.platform !== 'win32',
	});
	const file = createWriteStream(logFile, { flags: 'a' });
	let text = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding('utf8').on('data', (chunk: string) => {
			file.write(chunk);
			text = (text + chunk).slice(-keptCharacters);
		});
	}

	let asked = false;
	let outcome: string | undefined;
	const closed = new Promise<void>((resolve) => {
		const settle = (reason: string): void => {
			outcome = reason;
			file.end();
			if (!asked) onUnexpectedEnd(reason);
			resolve();
		};
		child.once('error', (error) => settle(`n8n could not be started: ${error.message}`));
		child.once('close', (code, signal) => settle(`n8n ended by itself (${signal ?? code}).`));
	});

	const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
		asked = true;
		if (outcome === undefined) child.kill(signal);
		const timer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
		await closed;
		clearTimeout(timer);
	};

	try {
		await waitUntil(
			async () => {
				if (outcome !== undefined) throw new Error(`${outcome}\n${text}`);
				return (await isReady(port, command)) ? true : undefined;
			},
			{ what: 'n8n to become ready', timeoutMs: readyLimitMs, explain: () => text },
		);
	} catch (error) {
		await end('SIGKILL');
		throw error;
	}
	return { processId: child.pid ?? 0, log: () => text, end };
}

/** `start` is complete once it serves both APIs: for a while a page, or nothing, answers in their place. */
async function isReady(port: number, [name]: string[]): Promise<boolean> {
	const ask = async (path: string): Promise<Response> => {
		const answer = await fetch(`http://127.0.0.1:${port}${path}`);
		await answer.arrayBuffer();
		return answer;
	};
	try {
		if ((await ask('/healthz/readiness')).status !== 200) return false;
		if (name !== 'start') return true;
		// Without a key: 401 from the API, 404 if there is none yet.
		return isJson(await ask('/rest/settings')) && (await ask('/api/v1/workflows')).status === 401;
	} catch {
		// Nobody listens yet.
		return false;
	}
}

const isJson = ({ headers }: Response): boolean =>
	headers.get('content-type')?.startsWith('application/json') ?? false;
