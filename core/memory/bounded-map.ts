/** What a process remembers by a text; the oldest entry leaves first once there are too many. */
export class BoundedMap<Value> {
	// A Map lists its keys in the order of insertion, so re-inserting makes an entry the newest.
	private readonly entries = new Map<string, Value>();

	private readonly maxEntries: number;

	constructor(maxEntries: number) {
		this.maxEntries = maxEntries;
	}

	get size(): number {
		return this.entries.size;
	}

	/** The values, the newest last. */
	values(): Value[] {
		return [...this.entries.values()];
	}

	get(key: string): Value | undefined {
		return this.entries.get(key);
	}

	/** Like `get`, and makes the entry the newest. */
	touch(key: string): Value | undefined {
		const value = this.entries.get(key);
		if (value !== undefined) this.set(key, value);
		return value;
	}

	/** Sets an entry, which is the newest from now on. Answers what had to leave for it. */
	set(key: string, value: Value): Value | undefined {
		this.entries.delete(key);
		this.entries.set(key, value);
		return this.entries.size > this.maxEntries ? this.deleteOldest() : undefined;
	}

	delete(key: string): boolean {
		return this.entries.delete(key);
	}

	/** Deletes the oldest entry and answers its value. */
	deleteOldest(): Value | undefined {
		const [oldest] = this.entries;
		if (oldest === undefined) return undefined;
		this.entries.delete(oldest[0]);
		return oldest[1];
	}
}
