/** Does `work` with each of `all`, one at a time in each place. Gives the results in the order of `all`. */
export async function share<Place, One, Result>(
	places: readonly Place[],
	all: readonly One[],
	work: (place: Place, one: One) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const left = all.map((one, index) => ({ one, index }));
	const takeTurns = async (place: Place) => {
		for (let next = left.shift(); next !== undefined; next = left.shift()) {
			results[next.index] = await work(place, next.one);
		}
	};
	await Promise.all(places.map(takeTurns));
	return results;
}
