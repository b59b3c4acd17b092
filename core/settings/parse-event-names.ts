import { foldCase } from '../match-values';
import { parseList } from './parse-list';

/**
 * The names of events to register for, from a list as a user gives it. Each is there once, whatever its
 * letter case, and they are in one order: entering them in another one is no other registration.
 */
export function parseEventNames(list: unknown): string[] {
	const names = new Map<string, string>();
	for (const name of parseList(list)) {
		if (!names.has(foldCase(name))) names.set(foldCase(name), name);
	}
	return [...names.values()].toSorted((a, b) => (a < b ? -1 : 1));
}
