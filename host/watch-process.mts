import { readFile, writeFile } from 'node:fs/promises';

// What Linux tells of a process in /proc.
const ticksPerSecond = 100;

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
