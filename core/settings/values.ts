import * as z from 'zod/v4-mini';

// What n8n stored or an expression gave may be of any type: each of these reads every value.

/** A collection of parameters; anything else counts as an empty one. */
export const COLLECTION = z.transform((value): Record<string, unknown> => {
	return typeof value === 'object' && value !== null ? { ...value } : {};
});

/** A switch that is off unless it is on. */
export const IS_TRUE = z.transform((value) => value === true);

/** Values separated by commas, or an array of them. */
export const LIST = z.transform(parseList);

/**
 * The values of a list as a user gives it: comma-separated text, an array from an expression (its
 * entries may hold commas), or one value of another type, which counts as its text. Values are trimmed,
 * blank ones left out. Nothing gives an empty list.
 */
export function parseList(list: unknown): string[] {
	if (list === undefined || list === null) return [];
	const values = Array.isArray(list) ? list.map(String) : String(list).split(',');
	return values.map((value) => value.trim()).filter((value) => value !== '');
}
