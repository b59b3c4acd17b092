import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeTable } from '../../scripts/schema/write-table.mts';
import type { Harm } from './n8n-load.mts';

/** One body and what it did, behind n8n's Webhook node and behind the trigger. */
export interface HarmRow {
	name: string;
	bytes: number;
	yardstick: Harm;
	harm: Harm;
}

const file = path.join(import.meta.dirname, '../../docs/engineering/hostile-deliveries.md');
const begin = '<!-- Measured by: npm run test:hostile -- --write -->';
const end = '<!-- End of what was measured -->';

function describeBytes(bytes: number): string {
	return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

const describeHarm = ({ status, peakMegabytes, cpuSeconds, stallMs }: Harm): string[] => [
	status === 0 ? 'none' : String(status),
	`${Math.round(peakMegabytes)}`,
	cpuSeconds.toFixed(1),
	`${Math.round(stallMs)}`,
];

/** The table of the page: every measure of the Webhook node before the trigger's own. */
export function writeHarmTable(rows: HarmRow[]): string {
	const measures = ['answer', 'peak memory MB', 'processor s', 'longest stall ms'];
	const head = ['body', 'size', 'receiver', ...measures];
	return writeTable(
		head,
		rows.flatMap(({ name, bytes, yardstick, harm }) => [
			[name, describeBytes(bytes), 'Webhook node', ...describeHarm(yardstick)],
			['', '', 'Voice Agent Trigger', ...describeHarm(harm)],
		]),
	);
}

/** Puts the table into the page and leaves the rest alone. */
export function replaceTable(table: string): void {
	const [before, rest] = readFileSync(file, 'utf8').split(begin);
	const after = rest?.split(end)[1];
	if (before === undefined || after === undefined) {
		throw new Error('docs/engineering/hostile-deliveries.md lacks the marks of what was measured.');
	}
	writeFileSync(file, `${before}${begin}\n\n${table}\n\n${end}${after}`);
}
