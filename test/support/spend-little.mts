/** The yardstick takes some hundredths of a second where a quadratic step takes several up to a minute. */
const MAX_TIMES = 40;

/** Other work on the machine only adds, so one try in which there was none is enough. */
const TRIES = 4;

const yardstick = Array.from({ length: 100_000 }, (_, id) => ({
	id,
	name: `name ${id}`,
	list: [id],
}));

/**
 * Does something that takes time in proportion to its length, and checks that it takes at most 40 times as
 * long as a yardstick does beside it: a slow machine is slow in both. Counted is the processor time of this
 * thread, which waiting does not change. What takes too long is repeated before it counts.
 */
export function spendLittle<Outcome>(work: () => Outcome): Outcome {
	const first = measure(work);
	let times = first.milliseconds / measureYardstick();
	for (let tries = 1; tries < TRIES && times > MAX_TIMES; tries += 1) {
		times = Math.min(times, measure(work).milliseconds / measureYardstick());
	}
	expect(times).toBeLessThan(MAX_TIMES);
	return first.outcome;
}

const measureYardstick = () =>
	measure(() => JSON.parse(JSON.stringify(yardstick)) as unknown).milliseconds;

function measure<Outcome>(work: () => Outcome) {
	const begin = process.threadCpuUsage();
	const outcome = work();
	const { user, system } = process.threadCpuUsage(begin);
	return { outcome, milliseconds: (user + system) / 1000 };
}
