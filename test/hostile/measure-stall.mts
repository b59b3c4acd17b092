/** How finely a stall is measured. */
const RESOLUTION_MS = 1;

/** Other work on the machine only adds, so one try in which there was none is enough. */
const TRIES = 6;

/** A moment in which nothing else can run: other requests wait, as if n8n were gone. */
export const maxStallMs = (bytes: number) => 100 + 200 * (bytes / 1_000_000);

/**
 * Does something and says for how long the event loop stood still meanwhile. Time in which this thread
 * did not work does not count: then others had the processor, other threads of this process too.
 */
export async function measureStall<Outcome>(
	work: () => Promise<Outcome>,
): Promise<{ outcome: Outcome; stallMs: number }> {
	let lastLookMs = performance.now();
	let longestMs = 0;
	const look = () => {
		const nowMs = performance.now();
		longestMs = Math.max(longestMs, nowMs - lastLookMs);
		lastLookMs = nowMs;
	};
	const looking = setInterval(look, RESOLUTION_MS);
	const before = process.threadCpuUsage();
	try {
		const outcome = await work();
		// What stands still from the first moment to the last lets no timer come in between.
		look();
		const { user, system } = process.threadCpuUsage(before);
		return { outcome, stallMs: Math.min(longestMs, (user + system) / 1000) };
	} finally {
		clearInterval(looking);
	}
}

/** How many times the stall of a yardstick is allowed besides. */
const MAX_RATIO = 3;

/**
 * Does something of these many bytes that must not stall for longer than {@link maxStallMs}, or besides
 * that for three times as long as a yardstick does now on this machine. What does is repeated before it
 * counts. Throws if it stalls each time. The outcome is the first one: a repetition may find the process
 * in another state.
 */
export async function withoutStall<Outcome>(
	bytes: number,
	work: () => Promise<Outcome>,
	yardstick?: () => Promise<unknown>,
): Promise<Outcome> {
	const first = await measureStall(work);
	let mostMs = maxStallMs(bytes);
	let leastMs = first.stallMs;
	for (let tries = 1; tries < TRIES && leastMs > mostMs; tries += 1) {
		// Before each try: the machine may have become slower meanwhile.
		if (yardstick !== undefined) {
			const { stallMs } = await measureStall(yardstick);
			mostMs = Math.max(mostMs, maxStallMs(bytes) + MAX_RATIO * stallMs);
		}
		if (leastMs > mostMs) leastMs = Math.min(leastMs, (await measureStall(work)).stallMs);
	}
	if (leastMs > mostMs) {
		throw new Error(
			`The event loop stood still for ${Math.round(leastMs)} ms over ${bytes} bytes; ${Math.round(mostMs)} ms are the limit.`,
		);
	}
	return first.outcome;
}
