import * as z from 'zod/v4-mini';
import { parseList } from './parse-list';

// What n8n stored or an expression gave may be of any type: each of these reads every value.

/** A collection of parameters; anything else counts as an empty one. */
export const COLLECTION = z.transform((value): Record<string, unknown> => {
	return typeof value === 'object' && value !== null ? { ...value } : {};
});

/** A switch that is off unless it is on. */
export const IS_TRUE = z.transform((value) => value === true);

/** Values separated by commas, or an array of them. */
export const LIST = z.transform(parseList);
