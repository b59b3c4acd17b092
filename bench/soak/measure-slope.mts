/** One look at a process: minutes since the start, resident megabytes. */
export interface MemorySample {
	minutes: number;
	megabytes: number;
}

/** Megabytes a minute, by least squares; NaN for fewer than two samples. */
export function measureSlope(samples: MemorySample[]): number {
	const count = samples.length;
	const meanX = samples.reduce((sum, { minutes }) => sum + minutes, 0) / count;
	const meanY = samples.reduce((sum, { megabytes }) => sum + megabytes, 0) / count;
	const covariance = samples.reduce(
		(sum, { minutes, megabytes }) => sum + (minutes - meanX) * (megabytes - meanY),
		0,
	);
	const variance = samples.reduce((sum, { minutes }) => sum + (minutes - meanX) ** 2, 0);
	return covariance / variance;
}
