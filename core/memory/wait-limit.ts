/** Settles when somebody has waited long enough. Core has no timer of its own. */
export type WaitLimit = () => Promise<unknown>;

/** Waits until something has ended, but no longer than the limit. Returns whether it ended in time. */
export async function waitUntilEnded(ending: Promise<unknown>, limit: WaitLimit): Promise<boolean> {
	const settled = async (promise: Promise<unknown>, isInTime: boolean) =>
		await promise.then(
			() => isInTime,
			() => isInTime,
		);
	return await Promise.race([settled(ending, true), settled(limit(), false)]);
}
