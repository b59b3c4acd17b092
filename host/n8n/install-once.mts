import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/v4';

const lookAgainMs = 200;
/** SQLITE_BUSY: another connection holds the lock. */
const busyError = z.object({ errcode: z.literal(5) });

/**
 * Lets `install` make a folder once for all clones on this machine: a second process waits for the first.
 * The folder must appear only when it is complete. `subject` is what is installed, in words.
 */
export async function installOnce(
	folder: string,
	subject: string,
	install: () => Promise<void>,
): Promise<void> {
	if (existsSync(folder)) return;
	await mkdir(dirname(folder), { recursive: true });
	const lock = await holdInstallLock(`${folder}.lock`, subject);
	try {
		if (existsSync(folder)) return;
		console.log(`${subject} is installed once for this machine, into ${folder}`);
		await install();
	} finally {
		lock.release();
	}
}

/**
 * Holds the lock file for this process. Waits while another process holds it, saying so once. The
 * operating system releases SQLite's lock when its process ends in whatever way, so there is no
 * stale lock to be taken over. The file stays.
 */
export async function holdInstallLock(file: string, subject: string): Promise<{ release(): void }> {
	const database = new DatabaseSync(file, { timeout: 0 });
	if (!tryLock(database)) {
		console.log(`Another process is installing ${subject}; waiting for it.`);
		do await sleep(lookAgainMs);
		while (!tryLock(database));
	}
	return { release: () => database.close() };
}

/** Whether the lock is held now. */
function tryLock(database: DatabaseSync): boolean {
	try {
		database.exec('BEGIN EXCLUSIVE');
		return true;
	} catch (error) {
		if (busyError.safeParse(error).success) return false;
		database.close();
		throw error;
	}
}
