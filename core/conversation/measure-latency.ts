import type { LatencyStatistics } from './conversation-statistics';

/** Count, median, 95th percentile (nearest rank) and maximum, in the unit of the values, with at most three decimals. */
export function measureLatency(values: readonly number[]): LatencyStatistics {
	const sorted = new Float64Array(values).sort();
	const count = sorted.length;
	const at = (index: number) => sorted[index] ?? null;
	const low = at(Math.floor((count - 1) / 2));
	const high = at(Math.floor(count / 2));
	return {
		count,
		// Halves first: the sum of two large values could pass what a number can hold.
		median: low === null || high === null ? null : round(low === high ? low : low / 2 + high / 2),
		p95: round(at(Math.ceil(count * 0.95) - 1)),
		maximum: round(at(count - 1)),
	};
}

/** Values beyond this have no decimals, or none that thousandths could be told of. */
const MAX_ROUNDED = Number.MAX_SAFE_INTEGER / 1000;

/** At most three decimals: more would be noise of the arithmetic. */
function round(value: number | null): number | null {
	if (value === null || Math.abs(value) > MAX_ROUNDED) return value;
	return Math.round(value * 1000) / 1000;
}
