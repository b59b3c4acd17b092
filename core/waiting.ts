/** Settles at the end of the waiting time. The caller brings the timer. */
export type WaitLimit = () => Promise<unknown>;

/** Whether a promise settled before the limit. Neither promise may reject. */
export async function waitUntilEnded(ending: Promise<unknown>, limit: WaitLimit): Promise<boolean> {
	return await Promise.race([ending.then(() => true), limit().then(() => false)]);
}
