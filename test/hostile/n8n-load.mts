import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
	readCpuSeconds,
	readLoopCpuMs,
	readPeakMegabytes,
	resetPeak,
} from '../../host/watch-process.mts';
import { post } from '../support/servers/post.mts';
import { waitUntilIdle } from '../support/wait-until-idle.mts';

/** What a body did to an n8n, seen from outside. */
export interface Harm {
	/** Status of the answer; 0 without one. */
	status: number;
	/** Processor time of n8n until it was idle again. */
	cpuSeconds: number;
	/**
	 * The longest that a request for n8n's health waited meanwhile, at most the processor time of n8n's event
	 * loop in that time: if it did not run, others had the processor.
	 */
	stallMs: number;
	/** The most memory that n8n held meanwhile. */
	peakMegabytes: number;
}

interface WatchedN8n {
	url: string;
	processId(): number;
}

/** How often n8n is asked for its health. */
export const PROBE_INTERVAL_MS = 20;

// A connection for each: n8n closes one that was idle for as long as it stood still itself.
const agent = new Agent({ keepAlive: false });

async function probe(n8n: WatchedN8n): Promise<number> {
	const cpuBeforeMs = await readLoopCpuMs(n8n.processId());
	const begin = performance.now();
	await new Promise<void>((resolve, reject) => {
		get(`${n8n.url}/healthz`, { agent }, (response) => {
			response.resume();
			response.once('end', resolve);
		}).once('error', reject);
	});
	const waitedMs = performance.now() - begin;
	return Math.min(waitedMs, (await readLoopCpuMs(n8n.processId())) - cpuBeforeMs);
}

/** Sends a body to a webhook of n8n and watches what that does to n8n, until it is idle again. */
export async function sendAndWatch(
	n8n: WatchedN8n,
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
			stallMs = Math.max(stallMs, await probe(n8n));
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
