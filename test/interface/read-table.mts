import { readFileSync } from 'node:fs';
import path from 'node:path';

const file = path.join(import.meta.dirname, '../../docs/engineering/service-interface.md');

/** One row of a table, by the names in the table's head. */
export type Row = Record<string, string>;

const splitRow = (line: string) =>
	line
		.replace(/^\||\|$/g, '')
		.split('|')
		.map((cell) => cell.trim());

/** The first table below the heading of a part of the interface document, such as `2.5`. */
export function readTable(part: string): Row[] {
	const lines = readFileSync(file, 'utf8').split('\n');
	const heading = lines.findIndex((line) => line.startsWith(`### ${part} `));
	const below = lines.slice(heading + 1);
	const nextHeading = below.findIndex((line) => line.startsWith('#'));
	const table = below.slice(0, nextHeading).filter((line) => line.startsWith('|'));
	const [head, rule, ...rows] = table.map(splitRow);
	if (heading === -1 || head === undefined || !/^-+$/.test(rule?.[0] ?? '') || rows.length === 0) {
		throw new Error(`The interface document has no table in part ${part}.`);
	}
	return rows.map((cells) => {
		if (cells.length !== head.length) throw new Error(`A row of part ${part} has other columns.`);
		return Object.fromEntries(head.map((name, index) => [name, cells[index] ?? '']));
	});
}
