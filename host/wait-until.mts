import { setTimeout as sleep } from 'node:timers/promises';

/** How long and how often to look; what is awaited has no event that could be awaited instead. */
export interface WaitOptions {
	/** Named in the error when the time is up: "the execution of workflow 5". */
	what: string;
	/** Default 120,000: it ends what hangs, and nothing that is slow. */
	timeoutMs?: number;
	/** Default 200. */
	intervalMs?: number;
	/** Added to the error when the time is up. */
	explain?: () => Promise<string> | string;
}

/** Asks `look` until it gives something other than undefined, and returns that. Throws when time is up. */
export async function waitUntil<T>(
	look: () => Promise<T | undefined> | T | undefined,
	{ what, timeoutMs = 120_000, intervalMs = 200, explain = () => '' }: WaitOptions,
): Promise<T> {
	const endsAt = performance.now() + timeoutMs;
	for (;;) {
		const found = await look();
		if (found !== undefined) return found;
		if (performance.now() >= endsAt) {
			const reason = await explain();
			throw new Error(
				`Waited ${timeoutMs / 1000} s in vain for ${what}.${reason === '' ? '' : `\n${reason}`}`,
			);
		}
		await sleep(intervalMs);
	}
}
