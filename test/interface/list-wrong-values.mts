import type { Type } from './parse-type.mts';

/** A value that is not of its documented type, in the words of `parse_issues`. */
export interface WrongValue {
	path: string;
	expected: string;
	received: string;
}

const jsonTypes = {
	string: 'string',
	uuid: 'string',
	timestamp: 'string',
	number: 'number',
	boolean: 'boolean',
	list: 'array',
	map: 'object',
	object: 'object',
} as const;

function nameJsonType(value: unknown): string {
	if (value === null) return 'null';
	if (typeof value === 'number' && !Number.isFinite(value)) return 'number that is not finite';
	return Array.isArray(value) ? 'array' : typeof value;
}

function joinPath(parent: string, key: string): string {
	if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${parent}[${JSON.stringify(key)}]`;
	return parent === '' ? key : `${parent}.${key}`;
}

/** What in a value is not as its documented type has it. Any field may be null or missing, no element may. */
export function listWrongValues(type: Type, value: unknown, path = ''): WrongValue[] {
	if (type.kind === 'any') return [];
	const expected = jsonTypes[type.kind];
	const received = nameJsonType(value);
	if (received !== expected) return [{ path, expected, received }];
	const inField = (field: Type, key: string, held: unknown) =>
		held === null || held === undefined ? [] : listWrongValues(field, held, joinPath(path, key));
	if (type.kind === 'list' && Array.isArray(value)) {
		return value.flatMap((element, index) =>
			listWrongValues(type.element, element, `${path}[${index}]`),
		);
	}
	const entries = Object.entries(Object(value));
	if (type.kind === 'map') return entries.flatMap(([key, held]) => inField(type.value, key, held));
	if (type.kind !== 'object') return [];
	return entries.flatMap(([key, held]) => {
		const field = Object.hasOwn(type.fields, key) ? type.fields[key] : undefined;
		return field === undefined ? [] : inField(field, key, held);
	});
}
