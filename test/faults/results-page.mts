import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeTable } from '../../scripts/write-table.mts';
import type { Scenario } from './run-scenario.mts';

/** What comes of one operation that meets one fault. */
export interface Outcome {
	/** One request meets the fault. */
	once?: Scenario;
	/** Every request meets it until it is over, or it takes effect at once. */
	lasting: Scenario;
}

/** Outcomes by section and fault: what the page shows and the tests observe. */
export type Matrix = Record<string, Record<string, Outcome>>;

const file = path.join(import.meta.dirname, 'results.md');
const begin = '<!-- Observed by: npm run test:faults -- --write -->';
const end = '<!-- End of what was observed -->';
const head = [
	'fault',
	'one request meets it',
	'once that is over',
	'every request meets it',
	'once it is over',
];

const writeRow = ([fault, { once, lasting }]: [string, Outcome]): string[] => [
	fault,
	once?.during ?? '',
	once?.afterwards ?? '',
	lasting.during,
	lasting.afterwards,
];

/** The tables of the page, one for each section. */
export const writeTables = (matrix: Matrix): string =>
	Object.entries(matrix)
		.map(
			([title, outcomes]) =>
				`### ${title}\n\n${writeTable(head, Object.entries(outcomes).map(writeRow))}`,
		)
		.join('\n\n');

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

function readRow(line: string): [string, Outcome] {
	const [fault = '', during, afterwards, ...lasting] = line
		.split('|')
		.slice(1, -1)
		.map((cell) => cell.trim());
	const [lastingDuring = '', lastingAfterwards = ''] = lasting;
	return [
		fault,
		{
			...(during && { once: { during, afterwards: afterwards ?? '' } }),
			lasting: { during: lastingDuring, afterwards: lastingAfterwards },
		},
	];
}

/** What the page shows. */
export const readMatrix = (): Matrix =>
	Object.fromEntries(
		readTables()
			.split(/^### /m)
			.slice(1)
			.map((section) => {
				const [title = '', , , , ...rows] = section.trim().split('\n');
				return [title, Object.fromEntries(rows.map(readRow))];
			}),
	);

/** Puts the tables into the page and leaves the rest alone. */
export function replaceTables(tables: string): void {
	const [before, , after] = splitPage();
	writeFileSync(file, `${before}${begin}\n\n${tables}\n\n${end}${after}`);
}
