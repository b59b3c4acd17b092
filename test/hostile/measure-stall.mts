/** How finely a stall is measured. */
const RESOLUTION_MS = 1;

/** Other work on the machine only adds, so one try in which there was none is enough. */
const TRIES = 6;

/** A call of 0.8 MB, as JSON: 10,000 turns. */
const ordinaryCall = JSON.stringify(
	Array.from({ length: 10_000 }, (_, index) => ({
		id: `item_${index}`,
		role: 'User',
		content: 'Can you call me back tomorrow?',
	})),
);

/** How long the machine on which the limits were set takes to read and write {@link ordinaryCall}. */
const ORDINARY_CALL_MS = 6.5;
const ROUNDS = 10;

/**
 * How many times as long as that machine this one takes at the moment, at least 1. A limit in
 * milliseconds alone says nothing of a machine that is shared or half as fast.
 */
export function measureSlowness(): number {
	const { user } = process.threadCpuUsage();
	for (let round = 0; round < ROUNDS; round++) JSON.stringify(JSON.parse(ordinaryCall));
	const roundMs = (process.threadCpuUsage().user - user) / 1000 / ROUNDS;
	return Math.max(1, roundMs / ORDINARY_CALL_MS);
}

/** A moment in which nothing else can run, on that machine: other requests wait, as if n8n were gone. */
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
 * Does something of these many bytes that must not stall for longer than {@link maxStallMs} times this
 * machine's slowness, or besides that for three times as long as a yardstick does now. What does is
 * repeated before it counts. Throws if it stalls each time. The outcome is the first one: a repetition may
 * find the process in another state.
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
		const ofYardstickMs = yardstick === undefined ? 0 : (await measureStall(yardstick)).stallMs;
		const limitMs = maxStallMs(bytes) * measureSlowness() + MAX_RATIO * ofYardstickMs;
		mostMs = Math.max(mostMs, limitMs);
		if (leastMs > mostMs) leastMs = Math.min(leastMs, (await measureStall(work)).stallMs);
	}
	if (leastMs > mostMs) {
		throw new Error(
			`The event loop stood still for ${Math.round(leastMs)} ms over ${bytes} bytes; ${Math.round(mostMs)} ms are the limit.`,
		);
	}
	return first.outcome;
}
