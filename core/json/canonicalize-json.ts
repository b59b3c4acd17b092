import { isObject } from './json';

/**
 * The JSON text of a parsed JSON value in which an object is a list of its names and values in one fixed
 * order, so equal content gives equal text. The order of lists is content and stays.
 */
export function canonicalizeJson(value: unknown): string {
	return JSON.stringify(sortFields(value));
}

/** Each object of a parsed JSON value as `{ fields }`, a list of names and values in one fixed order. */
export function sortFields(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sortFields);
	if (!isObject(value)) return value;
	const fields: unknown[] = [];
	for (const name of Object.keys(value).sort()) fields.push(name, sortFields(value[name]));
	return { fields };
}
