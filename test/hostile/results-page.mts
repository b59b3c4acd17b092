import { join } from 'node:path';
import type { PersonalData } from '../../core/conversation/personal-data.ts';
import { replacePart } from '../../scripts/marked-part.mts';
import { writeTable } from '../../scripts/write-table.mts';
import { isWriting } from '../support/observations.mts';
import type { Harm } from './n8n-load.mts';

/** One body and what it did, behind n8n's Webhook node and behind a trigger with this setting of Personal Data. */
export interface HarmRow {
	name: string;
	bytes: number;
	yardstick: Harm;
	mode: PersonalData;
	harm: Harm;
}

/** A body and what n8n's database grew by, behind n8n's Webhook node and for each output, in bytes. */
export interface GrowthRow {
	name: string;
	bytes: number;
	yardstick: number;
	growth: Record<string, number>;
}

function describeBytes(bytes: number): string {
	return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

const describeHarm = ({ status, peakMegabytes, cpuSeconds, stallMs }: Harm): string[] => [
	status === 0 ? 'none' : String(status),
	`${Math.round(peakMegabytes)}`,
	cpuSeconds.toFixed(1),
	`${Math.round(stallMs)}`,
];

const RECEIVERS: Record<PersonalData, string> = {
	keep: 'Voice Agent Trigger',
	maskNumbers: 'with Mask Numbers',
	leaveOut: 'with Leave Out',
};

/** The table of the page: every measure of the Webhook node before the trigger's own. */
export function writeHarmTable(rows: HarmRow[]): string {
	const measures = ['answer', 'peak memory MB', 'processor s', 'longest stall ms'];
	const head = ['body', 'size', 'receiver', ...measures];
	return writeTable(
		head,
		rows.flatMap(({ name, bytes, yardstick, mode, harm }) => {
			const ours = ['', '', RECEIVERS[mode], ...describeHarm(harm)];
			if (mode !== 'keep') return [ours];
			return [[name, describeBytes(bytes), 'Webhook node', ...describeHarm(yardstick)], ours];
		}),
	);
}

/** One row a body: its size, what the Webhook node's execution takes, and that of each output. */
export function writeGrowthTable(rows: GrowthRow[]): string {
	const outputs = Object.keys(rows[0]?.growth ?? {});
	return writeTable(
		['body', 'size', 'Webhook node', ...outputs],
		rows.map(({ name, bytes, yardstick, growth }) => [
			name,
			...[bytes, yardstick, ...outputs.map((output) => growth[output] ?? 0)].map(describeBytes),
		]),
	);
}

const marks = {
	harm: '<!-- Measured by: npm run test:hostile -- --write -->',
	stored: '<!-- Stored, measured by: npm run test:hostile -- --write -->',
};

/** With `-- --write`, puts the table into the page. */
export function keepTable(name: keyof typeof marks, table: string): void {
	if (!isWriting) return;
	const file = join(import.meta.dirname, 'results.md');
	replacePart({ file, begin: marks[name], end: '<!-- End of what was measured -->' }, table);
}
