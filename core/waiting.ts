/** Settles when somebody has waited long enough. Core has no timer of its own. */
export type WaitLimit = () => Promise<unknown>;

/** Whether something ended before the limit. Neither promise may reject. */
export async function waitUntilEnded(ending: Promise<unknown>, limit: WaitLimit): Promise<boolean> {
	return await Promise.race([ending.then(() => true), limit().then(() => false)]);
}
