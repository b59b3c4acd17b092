import { isObject } from './json';

/**
 * The JSON text of a parsed JSON value with the fields of every object in one fixed order, so
 * equal content gives equal text. The order of lists is content and stays.
 */
export function canonicalizeJson(value: unknown): string {
	return JSON.stringify(value, (_name, field: unknown) =>
		isObject(field)
			? Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)))
			: field,
	);
}
