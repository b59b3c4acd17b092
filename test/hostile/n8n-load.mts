import { readFile, writeFile } from 'node:fs/promises';
import { Agent, get, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a body did to an n8n, seen from outside. */
export interface Harm {
	/** Status of the answer; 0 without one. */
	status: number;
	/** Processor time of n8n until it was idle again. */
	cpuSeconds: number;
	/** The longest that a request for n8n's health waited meanwhile. */
	stallMs: number;
	/** The most memory that n8n held meanwhile. */
	peakMegabytes: number;
}

const TICKS_PER_SECOND = 100;
/** How often n8n is asked for its health. */
export const PROBE_INTERVAL_MS = 20;
const LOOK_MS = 250;
/** Idle: less than this share of a core over {@link LOOK_MS}. */
const IDLE_SHARE = 0.15;
const MAX_LOOKS = 400;

async function readCpuSeconds(processId: number): Promise<number> {
	const stat = await readFile(`/proc/${processId}/stat`, 'utf8');
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

async function waitUntilIdle(processId: number): Promise<void> {
	for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
		const before = await readCpuSeconds(processId);
		await sleep(LOOK_MS);
		const share = ((await readCpuSeconds(processId)) - before) / (LOOK_MS / 1000);
		if (share < IDLE_SHARE) return;
	}
	throw new Error('n8n did not come to rest.');
}

async function readPeakMegabytes(processId: number): Promise<number> {
	const status = await readFile(`/proc/${processId}/status`, 'utf8');
	return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** From here on the peak is that of what follows. */
const resetPeak = (processId: number) => writeFile(`/proc/${processId}/clear_refs`, '5');

// A connection for each: n8n closes one that was idle for as long as it stood still itself.
const agent = new Agent({ keepAlive: false });

function probe(url: string): Promise<number> {
	const begin = performance.now();
	return new Promise((resolve, reject) => {
		get(`${url}/healthz`, { agent }, (response) => {
			response.resume();
			response.once('end', () => resolve(performance.now() - begin));
		}).once('error', reject);
	});
}

/** Sends a body as JSON; 0 if the connection was cut. */
export function post(url: string, body: string | Buffer): Promise<number> {
	const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
	return new Promise((resolve) => {
		const sent = request(url, { method: 'POST', headers }, (response) => {
			response.resume();
			response.once('end', () => resolve(response.statusCode ?? 0));
		});
		sent.once('error', () => resolve(0));
		sent.end(body);
	});
}

/** Sends a body to a webhook of n8n and watches what that does to n8n, until it is idle again. */
export async function sendAndWatch(
	n8n: { url: string; processId(): number },
	url: string,
	body: string | Buffer,
): Promise<Harm> {
	const processId = n8n.processId();
	await waitUntilIdle(processId);
	await resetPeak(processId);
	const cpuBefore = await readCpuSeconds(processId);
	let stallMs = 0;
	let isOver = false;
	const watch = async () => {
		while (!isOver) {
			stallMs = Math.max(stallMs, await probe(n8n.url));
			await sleep(PROBE_INTERVAL_MS);
		}
	};
	const watching = watch();
	const status = await post(url, body);
	await waitUntilIdle(processId);
	isOver = true;
	await watching;
	const cpuSeconds = (await readCpuSeconds(processId)) - cpuBefore;
	return { status, cpuSeconds, stallMs, peakMegabytes: await readPeakMegabytes(processId) };
}
