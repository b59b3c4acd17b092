const isPlain = (value: object): value is Record<string, unknown> =>
	Object.getPrototypeOf(value) === Object.prototype;

function isJson(value: unknown): boolean {
	if (typeof value === 'number') return Number.isFinite(value);
	if (typeof value === 'object') return value === null || Array.isArray(value) || isPlain(value);
	return typeof value === 'string' || typeof value === 'boolean';
}

/** The name of what a value holds and JSON text cannot; null if it holds nothing of the kind. */
export function findNonJson(value: unknown): string | null {
	const found: string[] = [];
	// The value itself, before JSON.stringify converts it.
	JSON.stringify(value, function (this: object, name: string, written: unknown) {
		if (isJson(Reflect.get(this, name))) return written;
		found.push(name);
		return null;
	});
	return found[0] ?? null;
}

/** How often a value holds each string, number and boolean; numbers that JSON cannot write as their text. */
export type LeafCounts = Map<unknown, number>;

/** Adds the leaves of a value to what was counted, or takes them away with a `step` of -1. */
export function countLeaves(sent: unknown, counts: LeafCounts, step = 1): void {
	const value = parseNested(sent);
	if (typeof value === 'object' && value !== null) {
		if (Array.isArray(value)) for (const element of value) countLeaves(element, counts, step);
		else if (isPlain(value)) for (const key in value) countLeaves(value[key], counts, step);
		else throw new Error('Only plain objects can be counted.');
	} else if (value !== null) {
		const leaf = normalizeLeaf(value);
		counts.set(leaf, (counts.get(leaf) ?? 0) + step);
	}
}

/** Core may read an object or a list from its JSON text. */
function parseNested(value: unknown): unknown {
	if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
}

const TIME =
	/^[+-]?\d{4,6}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$|^\w{3}, \d\d \w{3} \d{4}/;

/**
 * One text for what core may read for another: `7` and `"7"`, a moment and its seconds or milliseconds, `true`
 * and `"true"` and 1.
 */
function normalizeLeaf(value: unknown): unknown {
	if (value === true || value === 'true') return normalizeLeaf(1);
	if (value === false || value === 'false') return normalizeLeaf(0);
	if (typeof value === 'number') {
		return String(Number.isFinite(value) && value < 1e11 ? Math.round(value * 1000) : value);
	}
	if (typeof value !== 'string') return value;
	if (TIME.test(value)) {
		const moment = Date.parse(/(?:Z|[+-]\d\d:\d\d|GMT)$/.test(value) ? value : `${value}Z`);
		return Number.isNaN(moment) ? value : String(moment);
	}
	const isNumber = /^-?\d{1,15}(\.\d{1,15})?$/.test(value) || String(Number(value)) === value;
	return isNumber ? normalizeLeaf(Number(value)) : value;
}
