/** A JSON object as it was parsed: values of any JSON type. */
export type JsonObject = Record<string, unknown>;

/** Whether a parsed JSON value is an object, that is neither a list nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The JSON text of a parsed JSON value with the fields of every object in one fixed order, so that
 * equal content gives equal text. The order of lists is content and stays.
 */
export function canonicalizeJson(value: unknown): string {
	return JSON.stringify(value, (_name, field: unknown) =>
		isJsonObject(field)
			? Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)))
			: field,
	);
}
