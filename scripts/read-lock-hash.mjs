import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/**
 * Names what an installation by this lock file gives on this kind of machine: 12 characters.
 * @param {string} lockFile
 */
export async function readLockHash(lockFile) {
	return createHash('sha256')
		.update(`${process.platform} ${process.arch}\n`)
		.update(await readFile(lockFile))
		.digest('hex')
		.slice(0, 12);
}
