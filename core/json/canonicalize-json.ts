import { isObject, setOwn } from './json';

/**
 * The JSON text of a parsed JSON value with the fields of every object in one fixed order, so
 * equal content gives equal text. The order of lists is content and stays.
 */
export function canonicalizeJson(value: unknown): string {
	return JSON.stringify(sortFields(value));
}

/** A copy of a parsed JSON value with the fields of every object in one fixed order. Recursive. */
export function sortFields(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sortFields);
	if (!isObject(value)) return value;
	const sorted: Record<string, unknown> = {};
	for (const name of Object.keys(value).sort()) setOwn(sorted, name, sortFields(value[name]));
	return sorted;
}
