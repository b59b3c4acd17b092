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
