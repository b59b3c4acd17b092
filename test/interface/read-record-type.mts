import { parseType } from './parse-type.mts';
import type { Fields, ObjectType } from './parse-type.mts';
import { readTable } from './read-table.mts';

export type Shape = 'A' | 'B';

const parts: Record<Shape, string> = { A: '2.5', B: '2.9' };

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
