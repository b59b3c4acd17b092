import type { LatencySummary } from './conversation-summary';

/** Count, median, 95th percentile (nearest rank) and maximum, in the unit of the values. */
export function summarizeLatency(values: readonly number[]): LatencySummary {
	const sorted = Float64Array.from(values).sort();
	const count = sorted.length;
	const at = (index: number) => sorted[index] ?? null;
	const low = at(Math.floor((count - 1) / 2));
	const high = at(Math.floor(count / 2));
	return {
		count,
		// Halves first: the sum of two large values could pass what a number can hold.
		median: low === null || high === null ? null : low === high ? low : low / 2 + high / 2,
		p95: at(Math.ceil(count * 0.95) - 1),
		maximum: at(count - 1),
	};
}
