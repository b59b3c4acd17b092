/**
 * A list as a user gives it: comma-separated text, an array from an expression, or one value of
 * another type, which counts as its text. `undefined` where there is nothing.
 */
export function readList(value: unknown): string | string[] | undefined {
	if (value === undefined || value === null) return undefined;
	return Array.isArray(value) ? value.map(String) : String(value);
}
