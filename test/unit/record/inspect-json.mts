/** Where a value holds something that JSON text cannot, as a path; null if it holds nothing of the kind. */
export function findNonJson(value: unknown): string | null {
	const found = findKeys(value);
	return found === null ? null : ['$', ...found].join('.');
}

const isPlain = (value: object): value is Record<string, unknown> =>
	Object.getPrototypeOf(value) === Object.prototype;

/** The keys that lead there. Made on the way back alone: nearly every value is JSON. */
function findKeys(value: unknown): string[] | null {
	switch (typeof value) {
		case 'string':
		case 'boolean':
			return null;
		case 'number':
			return Number.isFinite(value) ? null : [];
		case 'object': {
			if (value === null) return null;
			if (Array.isArray(value)) {
				for (let index = 0; index < value.length; index += 1) {
					const found = findKeys(value[index]);
					if (found !== null) return [String(index), ...found];
				}
				return null;
			}
			if (!isPlain(value)) return ['(prototype)'];
			for (const key in value) {
				const found = findKeys(value[key]);
				if (found !== null) return [key, ...found];
			}
			return null;
		}
		default:
			return [];
	}
}

/** How often a value holds each string, number and boolean; numbers that JSON cannot write as their text. */
export type LeafCounts = Map<unknown, number>;

/** Adds the leaves of a value to what was counted, or takes them away with a `step` of -1. */
export function countLeaves(value: unknown, counts: LeafCounts, step = 1): void {
	if (typeof value === 'object' && value !== null) {
		if (Array.isArray(value)) for (const element of value) countLeaves(element, counts, step);
		else if (isPlain(value)) for (const key in value) countLeaves(value[key], counts, step);
		else throw new Error('Only plain objects can be counted.');
	} else if (value !== null) {
		const leaf = typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
		counts.set(leaf, (counts.get(leaf) ?? 0) + step);
	}
}
