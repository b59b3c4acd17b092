/** What is measured beside each other, by name. */
export type Candidates = Record<string, () => unknown>;

/** Milliseconds that one call of each candidate took, by name: a value for each round. */
export type Times = Record<string, number[]>;

/**
 * Calls the candidates in turn, so a slow moment of the machine falls on all alike. Rounds before the
 * first that counts warm up.
 */
export async function measureInTurn(
	candidates: Candidates,
	{ rounds, calls = 1, warmUp = 1 }: { rounds: number; calls?: number; warmUp?: number },
): Promise<Times> {
	const times: Times = Object.fromEntries(Object.keys(candidates).map((name) => [name, []]));
	for (let round = -warmUp; round < rounds; round += 1) {
		for (const [name, call] of Object.entries(candidates)) {
			const start = performance.now();
			for (let index = 0; index < calls; index += 1) await call();
			if (round >= 0) times[name]?.push((performance.now() - start) / calls);
		}
	}
	return times;
}
