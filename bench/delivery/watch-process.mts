import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const ticksPerSecond = 100;

async function readCpuSeconds(processId: number): Promise<number> {
	const stat = await readFile(`/proc/${processId}/stat`, 'utf8');
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Waits until a process uses less than a tenth of a core: what was queued behind the load has run. */
export async function waitUntilIdle(processId: number): Promise<void> {
	const intervalSeconds = 0.25;
	for (let tries = 0; tries < 200; tries++) {
		const before = await readCpuSeconds(processId);
		await sleep(intervalSeconds * 1000);
		if ((await readCpuSeconds(processId)) - before < intervalSeconds / 10) return;
	}
}

/** Resident memory in megabytes. */
export async function readMemoryMegabytes(processId: number): Promise<number> {
	const status = await readFile(`/proc/${processId}/status`, 'utf8');
	return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
