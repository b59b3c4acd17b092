import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeTable } from '../../scripts/write-table.mts';
import type { Outcome } from './rules.mts';

/** Outcomes by section and fault: what the tests observe and the docs show. */
export type Matrix = Record<string, Record<string, Outcome>>;

const file = path.join(import.meta.dirname, 'results.md');
const begin = '<!-- Observed by: npm run test:faults -- --write -->';
const end = '<!-- End of what was observed -->';

const show = (seen: string | undefined) => (seen ?? '').replaceAll(' | ', '; ');

function writeRow(fault: string, { once, lasting }: Outcome): string[] {
	return [fault, show(once?.during), show(lasting.during), show(lasting.afterwards)];
}

/** The tables of the page, one for each section. */
export function writeTables(matrix: Matrix): string {
	const head = ['fault', 'one request meets it', 'every request meets it', 'once it is over'];
	return Object.entries(matrix)
		.map(([title, outcomes]) => {
			const rows = Object.entries(outcomes).map(([fault, seen]) => writeRow(fault, seen));
			return `### ${title}\n\n${writeTable(head, rows)}`;
		})
		.join('\n\n');
}

function splitPage(): [string, string, string] {
	const page = readFileSync(file, 'utf8');
	const [before, rest] = page.split(begin);
	const [tables, after] = rest?.split(end) ?? [];
	if (before === undefined || tables === undefined || after === undefined) {
		throw new Error('test/faults/results.md lacks the marks of what was observed.');
	}
	return [before, tables.trim(), after];
}

/** The tables that are in the page. */
export const readTables = (): string => splitPage()[1];

/** Puts the tables into the page and leaves the rest alone. */
export function replaceTables(tables: string): void {
	const [before, , after] = splitPage();
	writeFileSync(file, `${before}${begin}\n\n${tables}\n\n${end}${after}`);
}
