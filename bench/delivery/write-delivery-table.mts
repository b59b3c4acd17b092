import type { MeasuredGroup, Measurement } from './measure-engine.mts';
import { subjectNames, type Subject } from './subjects.mts';

function quantile(values: number[], share: number): number {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const median = (values: number[]) => quantile(values, 0.5);

const perSecond = ({ rounds }: Measurement) =>
	rounds.map(({ answered, elapsedMs }) => (answered / elapsedMs) * 1000);

const latency = ({ rounds }: Measurement, share: number) =>
	quantile(
		rounds.flatMap(({ latencies }) => latencies),
		share,
	);

/**
 * Requests a second over those of another subject, round by round: what else the machine did meanwhile
 * met both alike.
 */
function compareRounds(measurement: Measurement, yardstick: Measurement): number[] {
	const others = perSecond(yardstick);
	return perSecond(measurement).map((rate, round) => rate / (others[round] ?? Number.NaN));
}

function find(group: MeasuredGroup, subject: Subject): Measurement {
	const found = group.measurements.find((measurement) => measurement.subject === subject);
	if (!found) throw new Error(`No measurement of ${subject} in this group`);
	return found;
}

/** Median and, in brackets, the middle half. */
function describeRatios(ratios: number[]): string {
	const [low, high] = [quantile(ratios, 0.25), quantile(ratios, 0.75)];
	return `${median(ratios).toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}

function writeTable(columns: string[], rows: (string | number)[][]): string {
	const lines = [columns, columns.map(() => '---'), ...rows];
	return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** A Markdown table: requests a second, latencies, memory, and ratios to the two yardsticks. */
export function writeDeliveryTable(groups: MeasuredGroup[]): string {
	const columns = [
		'engine',
		'executions',
		'connections',
		'trigger',
		'requests/s',
		'p50 ms',
		'p99 ms',
		'p99 ÷ bare',
		'÷ bare (middle half)',
		'÷ Webhook node (middle half)',
		'memory MB',
		'failed',
	];
	const rows = groups.flatMap((group) => {
		const bare = find(group, 'bare-trigger');
		const webhook = find(group, 'webhook-node');
		return group.measurements.map((measurement) => [
			group.engine,
			group.saved ? 'saved' : 'not saved',
			group.connections,
			subjectNames[measurement.subject],
			median(perSecond(measurement)).toFixed(1),
			latency(measurement, 0.5).toFixed(1),
			latency(measurement, 0.99).toFixed(1),
			(latency(measurement, 0.99) / latency(bare, 0.99)).toFixed(2),
			describeRatios(compareRounds(measurement, bare)),
			describeRatios(compareRounds(measurement, webhook)),
			measurement.memoryMegabytes.toFixed(0),
			measurement.rounds.reduce((sum, round) => sum + round.failed, 0),
		]);
	});
	return writeTable(columns, rows);
}

/** A Markdown table of one group: what each thing that a trigger may have or do costs in n8n. */
export function writePartsTable(group: MeasuredGroup): string {
	const bare = find(group, 'bare-trigger');
	const columns = ['trigger', 'requests/s', 'p50 ms', '÷ bare (middle half)'];
	const rows = group.measurements.map((measurement) => [
		subjectNames[measurement.subject],
		median(perSecond(measurement)).toFixed(1),
		latency(measurement, 0.5).toFixed(1),
		describeRatios(compareRounds(measurement, bare)),
	]);
	return writeTable(columns, rows);
}
