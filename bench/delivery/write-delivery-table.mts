import type { Cell } from './measure-engine.mts';
import { subjectNames } from './subjects.mts';

function median(values: number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function quantile(sorted: number[], share: number): number {
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const perSecond = (cell: Cell) =>
	median(cell.rounds.map(({ answered, elapsedMs }) => (answered / elapsedMs) * 1000));

const latency = (cell: Cell, share: number) => {
	const all = cell.rounds.flatMap(({ latencies }) => latencies).toSorted((a, b) => a - b);
	return quantile(all, share);
};

/** The cell of the same circumstances with another subject. */
function findBeside(cells: Cell[], cell: Cell, subject: Cell['subject']): Cell {
	const found = cells.find(
		(other) =>
			other.subject === subject &&
			other.engine === cell.engine &&
			other.saved === cell.saved &&
			other.connections === cell.connections,
	);
	if (!found) throw new Error(`No measurement of ${subject} beside this one`);
	return found;
}

/** A Markdown table: requests a second, latencies, memory, and ratios to the two yardsticks. */
export function writeDeliveryTable(cells: Cell[]): string {
	const head =
		'| engine | executions | connections | trigger | requests/s | p50 ms | p99 ms | p99 ÷ bare | ÷ bare | ÷ Webhook node | memory MB | failed |';
	const rows = cells.map((cell) => {
		const bare = findBeside(cells, cell, 'bare-trigger');
		const webhook = findBeside(cells, cell, 'webhook-node');
		const failed = cell.rounds.reduce((sum, round) => sum + round.failed, 0);
		return [
			cell.engine,
			cell.saved ? 'saved' : 'not saved',
			cell.connections,
			subjectNames[cell.subject],
			perSecond(cell).toFixed(1),
			latency(cell, 0.5).toFixed(1),
			latency(cell, 0.99).toFixed(1),
			(latency(cell, 0.99) / latency(bare, 0.99)).toFixed(2),
			(perSecond(cell) / perSecond(bare)).toFixed(2),
			(perSecond(cell) / perSecond(webhook)).toFixed(2),
			cell.memoryMegabytes.toFixed(0),
			failed,
		].join(' | ');
	});
	return [head, head.replace(/[^|]+/g, ' --- '), ...rows.map((row) => `| ${row} |`)].join('\n');
}
