/** Where a value holds something that JSON text cannot, as a path; null where it holds nothing of the kind. */
export function findNonJson(value: unknown, path = '$'): string | null {
	switch (typeof value) {
		case 'string':
		case 'boolean':
			return null;
		case 'number':
			return Number.isFinite(value) ? null : path;
		case 'object': {
			if (value === null) return null;
			if (Array.isArray(value)) {
				for (let index = 0; index < value.length; index += 1) {
					const found = findNonJson(value[index], `${path}[${index}]`);
					if (found !== null) return found;
				}
				return null;
			}
			if (Object.getPrototypeOf(value) !== Object.prototype) return `${path} (prototype)`;
			for (const [key, child] of Object.entries(value)) {
				const found = findNonJson(child, `${path}.${key}`);
				if (found !== null) return found;
			}
			return null;
		}
		default:
			return path;
	}
}

/** Counts every string, number and boolean in a value; numbers that JSON cannot write as their text. */
export function countLeaves(value: unknown, counts = new Map<string, number>()) {
	if (typeof value === 'object' && value !== null) {
		for (const child of Object.values(value)) countLeaves(child, counts);
	} else if (value !== null) {
		const isOdd = typeof value === 'number' && !Number.isFinite(value);
		const leaf = isOdd ? `string:${value}` : `${typeof value}:${String(value)}`;
		counts.set(leaf, (counts.get(leaf) ?? 0) + 1);
	}
	return counts;
}
