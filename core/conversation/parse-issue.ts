/** What in a record was not of its documented type. Holds no value: values may be personal. */
export type ParseIssue = {
	/** Where in the record, with the names as delivered: `history[3].metrics.e2e_latency`. */
	path: string;
	/** The documented type: string, number, boolean, object, array, JSON text. */
	expected: string;
	/** The JSON type that came. */
	received: string;
};

/** The JSON type of a value, for {@link ParseIssue.received}. */
export function nameType(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	if (typeof value === 'number' && !Number.isFinite(value)) return 'number that is not finite';
	return typeof value;
}

/** The path of a field inside the object at `parent`; names that are no plain words are quoted. */
export function joinPath(parent: string, key: string): string {
	if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${parent}[${JSON.stringify(key)}]`;
	return parent === '' ? key : `${parent}.${key}`;
}
