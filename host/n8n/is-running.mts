import { readErrorCode } from './read-error-code.mts';

/** Whether a process of this id exists, even of another user. */
export function isRunning(processId: number): boolean {
	try {
		process.kill(processId, 0);
		return true;
	} catch (error) {
		return readErrorCode(error) === 'EPERM';
	}
}
