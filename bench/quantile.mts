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
