import { isObject, setOwn, type JsonObject, type JsonValue } from './json';

/**
 * How many levels an undocumented value may be nested. What copies it, and JSON.stringify, which every
 * later step uses, walk recursively and end with a stack overflow somewhere past twice as many.
 */
export const MAX_NESTING_LEVELS = 1_000;

/** Whether a value is nested deeper than `maxLevels`; a value that holds itself is. */
export function isNestedTooDeep(value: unknown, maxLevels = MAX_NESTING_LEVELS): boolean {
	if (typeof value !== 'object' || value === null) return false;
	// A list of what is still to be looked at instead of recursion: the depth is the sender's choice.
	const pending: Array<{ value: unknown; level: number }> = [{ value, level: 0 }];
	for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
		if (typeof next.value !== 'object' || next.value === null) continue;
		const level = next.level + 1;
		if (level > maxLevels) return true;
		for (const child of Object.values(next.value)) {
			if (typeof child === 'object' && child !== null) pending.push({ value: child, level });
		}
	}
	return false;
}

/**
 * Copies a value as JSON. What JSON cannot hold becomes text if it carries data (dates, numbers
 * that are not finite, big integers), and is left out of objects and null in lists if it does not.
 * The caller has made sure with {@link isNestedTooDeep} that recursion is safe.
 *
 * @returns undefined if nothing is left of the value.
 */
export function copyJson(value: unknown): JsonValue | undefined {
	switch (typeof value) {
		case 'string':
		case 'boolean':
			return value;
		case 'number':
			return Number.isFinite(value) ? value : String(value);
		case 'bigint':
			return String(value);
		case 'object':
			break;
		default:
			return undefined;
	}
	// One function and no callbacks: each level takes one frame of the stack.
	if (value === null) return null;
	if (Array.isArray(value)) {
		const list: JsonValue[] = [];
		for (const element of value) list.push(copyJson(element) ?? null);
		return list;
	}
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
	if (!isObject(value)) return undefined;
	const copy: JsonObject = {};
	for (const key of Object.keys(value)) {
		const child = copyJson(value[key]);
		if (child !== undefined) setOwn(copy, key, child);
	}
	return copy;
}
