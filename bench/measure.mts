/** What is measured beside each other, by name. */
export type Candidates = Record<string, () => unknown>;

/**
 * Calls the candidates in turn, so a slow moment of the machine falls on all alike. Rounds before the
 * first that counts warm up. Gives the milliseconds of a call by name: a value for each round.
 */
export async function measureInTurn(
	candidates: Candidates,
	{ rounds, calls = 1, warmUp = 1 }: { rounds: number; calls?: number; warmUp?: number },
): Promise<Record<string, number[]>> {
	const times: Record<string, number[]> = {};
	for (let round = -warmUp; round < rounds; round += 1) {
		for (const [name, call] of Object.entries(candidates)) {
			const start = performance.now();
			for (let index = 0; index < calls; index += 1) await call();
			if (round >= 0) (times[name] ??= []).push((performance.now() - start) / calls);
		}
	}
	return times;
}

/** Where so much of the values lies below; NaN of none. Default: the median. */
export function quantile(values: readonly number[], share = 0.5): number {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

/** The median and, in brackets, the middle half. */
export function describeMiddle(values: readonly number[], digits = 2): string {
	const [low, middle, high] = [0.25, 0.5, 0.75].map((share) =>
		quantile(values, share).toFixed(digits),
	);
	return `${middle} (${low}–${high})`;
}

/** The least and the most, or where these shares of the values lie below. */
export function describeSpread(values: readonly number[], shares = [0, 1]): string {
	return shares.map((share) => quantile(values, share).toFixed(1)).join(' to ');
}
