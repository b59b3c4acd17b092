/** More than an n8n has nodes, credentials or registrations; an entry takes some hundred bytes. */
const MAX_ENTRIES = 10_000;

/** A bounded map from text to values; the oldest entry leaves first once there are too many. */
export class BoundedMap<Value> {
	// A Map lists its keys in the order of insertion, so re-inserting makes an entry the newest.
	private readonly entries = new Map<string, Value>();

	private readonly maxEntries: number;

	constructor(maxEntries = MAX_ENTRIES) {
		this.maxEntries = maxEntries;
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

	/** Sets an entry, which is the newest from now on. */
	set(key: string, value: Value): void {
		this.entries.delete(key);
		this.entries.set(key, value);
		const [oldest] = this.entries.keys();
		if (oldest !== undefined && this.entries.size > this.maxEntries) this.entries.delete(oldest);
	}

	delete(key: string): boolean {
		return this.entries.delete(key);
	}
}

/** Lets something happen once in an interval, for each of many keys. The caller passes the clock in. */
export class Throttle {
	private readonly intervals = new BoundedMap<{ startedMs: number; suppressed: number }>();

	private readonly intervalMs: number;

	constructor(intervalMs: number) {
		this.intervalMs = intervalMs;
	}

	/**
	 * Starts the interval if it may happen now, and tells how often it was suppressed since it happened last;
	 * `null` if it may not. A clock that was set back starts it anew.
	 */
	start(key: string, nowMs: number): { suppressed: number } | null {
		const last = this.intervals.get(key);
		if (last !== undefined && nowMs >= last.startedMs && nowMs - last.startedMs < this.intervalMs) {
			last.suppressed += 1;
			return null;
		}
		this.intervals.set(key, { startedMs: nowMs, suppressed: 0 });
		return { suppressed: last?.suppressed ?? 0 };
	}
}

/** Settles when somebody has waited long enough. Core has no timer of its own. */
export type WaitLimit = () => Promise<unknown>;

/** Waits until something has ended, but no longer than the limit; neither may fail. Returns whether it has. */
export async function waitUntilEnded(ending: Promise<unknown>, limit: WaitLimit): Promise<boolean> {
	return await Promise.race([ending.then(() => true), limit().then(() => false)]);
}
