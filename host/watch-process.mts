import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

// What Linux tells of a process in /proc.
const ticksPerSecond = 100;
const lookMs = 250;
/** Idle: less than this share of a core over one look. */
const idleShare = 0.15;
const maxLooks = 400;

/** Processor time of all its threads since its start, in steps of a tick. */
export async function readCpuSeconds(processId: number): Promise<number> {
	const stat = await readFile(`/proc/${processId}/stat`, 'utf8');
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Processor time since its start of the thread that runs its event loop. */
export async function readLoopCpuMs(processId: number): Promise<number> {
	const [nanoseconds] = (await readFile(`/proc/${processId}/schedstat`, 'utf8')).split(' ');
	return Number(nanoseconds) / 1e6;
}

/** Waits until it is idle: what was queued has run. Throws after 100 s. */
export async function waitUntilIdle(processId: number): Promise<void> {
	for (let looks = 0; looks < maxLooks; looks += 1) {
		const before = await readCpuSeconds(processId);
		await sleep(lookMs);
		const share = ((await readCpuSeconds(processId)) - before) / (lookMs / 1000);
		if (share < idleShare) return;
	}
	throw new Error(`Process ${processId} did not come to rest.`);
}

async function readMegabytes(processId: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
	const status = await readFile(`/proc/${processId}/status`, 'utf8');
	const [, kilobytes] = status.split(`${field}:`);
	return Number.parseInt(kilobytes ?? '', 10) / 1024;
}

/** Resident memory. */
export const readMemoryMegabytes = (processId: number) => readMegabytes(processId, 'VmRSS');

/** The most resident memory since its start, or since {@link resetPeak}. */
export const readPeakMegabytes = (processId: number) => readMegabytes(processId, 'VmHWM');

export const resetPeak = (processId: number) => writeFile(`/proc/${processId}/clear_refs`, '5');
