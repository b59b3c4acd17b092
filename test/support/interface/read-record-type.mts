import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseType } from './parse-type.mts';
import type { Fields, ObjectType } from './parse-type.mts';

const file = path.join(import.meta.dirname, '../../../docs/engineering/service-interface.md');

export type Shape = 'A' | 'B';

const parts: Record<Shape, string> = { A: '2.5', B: '2.9' };

/** One row of a table, by the names in the table's head. */
type Row = Record<string, string>;

const splitRow = (line: string) =>
	line
		.replace(/^\||\|$/g, '')
		.split('|')
		.map((cell) => cell.trim());

/** The first table below the heading of a part of the interface document, such as `2.5`. */
function readTable(part: string): Row[] {
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

function readFields(part: string, shape: Shape): Fields {
	const fields: Fields = {};
	for (const { Field: names = '', Type: type = '', Shape: shapes = '' } of readTable(part)) {
		if (shapes !== '' && !shapes.split(' ').includes(shape)) continue;
		const parsed = parseType(type, (other) => readFields(other, shape));
		for (const name of names.split(', ')) {
			if (name in fields) throw new Error(`Part ${part} has ${name} twice.`);
			fields[name] = parsed;
		}
	}
	return fields;
}

/**
 * The record as the tables of parts 2.5 to 2.9 of the interface document have it: what all tests hold
 * against what is read, and against what the sandbox sends. Nothing of core or sandbox is behind it.
 */
export const readRecordType = (shape: Shape): ObjectType => ({
	kind: 'object',
	fields: readFields(parts[shape], shape),
});
