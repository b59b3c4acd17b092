import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from './is-running.mts';
import { readErrorCode } from './read-error-code.mts';

const lookAgainMs = 1000;

/**
 * Holds the lock file for this process. Waits while another living process holds it, saying so once;
 * a lock whose process is gone is taken over. `subject` is what is installed, in words.
 */
export async function holdInstallLock(
	file: string,
	subject: string,
): Promise<{ release(): Promise<void> }> {
	let told = false;
	for (;;) {
		try {
			await writeFile(file, String(process.pid), { flag: 'wx' });
			return { release: () => rm(file, { force: true }) };
		} catch (error) {
			if (readErrorCode(error) !== 'EEXIST') throw error;
		}
		const holder = Number(await readFile(file, 'utf8').catch(() => ''));
		// An empty file is one whose owner is just about to write its number.
		if (holder > 0 && !isRunning(holder)) {
			await rm(file, { force: true });
			continue;
		}
		if (!told) console.log(`Another process (${holder}) is installing ${subject}; waiting for it.`);
		told = true;
		await sleep(lookAgainMs);
	}
}
