import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCpuSeconds } from '../../host/watch-process.mts';

const lookSeconds = 0.25;
/** The most that an idle process runs, and waits for a processor, as shares of the time of a look. */
const idleShares = { ran: 0.15, waited: 0.5 };
const maxLooks = 1200;

/** Waits until a process is idle: what was queued has run. Throws after 300 s. */
export async function waitUntilIdle(processId: number): Promise<void> {
	for (let looks = 0; looks < maxLooks; looks += 1) {
		const before = await readUse(processId);
		await sleep(lookSeconds * 1000);
		const after = await readUse(processId);
		const ran = (after.ran - before.ran) / lookSeconds;
		// Of a process that is busy while others have the processor.
		const waited = (after.waited - before.waited) / lookSeconds;
		if (ran < idleShares.ran && waited < idleShares.waited) return;
	}
	throw new Error(`Process ${processId} did not come to rest.`);
}

/** Seconds that all threads of the process ran and waited, since they began. */
async function readUse(processId: number): Promise<{ ran: number; waited: number }> {
	const folder = `/proc/${processId}/task`;
	const waits = (await readdir(folder)).map(async (thread) => {
		// A thread may have ended since.
		const text = await readFile(`${folder}/${thread}/schedstat`, 'utf8').catch(() => '');
		return Number(text.split(' ')[1] ?? 0) / 1e9;
	});
	const waited = (await Promise.all(waits)).reduce((sum, seconds) => sum + seconds, 0);
	return { ran: await readCpuSeconds(processId), waited };
}
