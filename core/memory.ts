import { createHash } from 'node:crypto';

export function hashData(data: Uint8Array | string): string {
	return createHash('sha256').update(data).digest('base64');
}

/** More than an n8n has nodes, credentials or registrations; an entry takes some hundred bytes. */
const MAX_ENTRIES = 10_000;

/** A map that drops its oldest entry when full. An entry that is set becomes the newest. */
export class BoundedMap<Value> extends Map<string, Value> {
	private readonly maxEntries: number;

	constructor(maxEntries = MAX_ENTRIES) {
		super();
		this.maxEntries = maxEntries;
	}

	touch(key: string): Value | undefined {
		const value = this.get(key);
		if (value !== undefined) this.set(key, value);
		return value;
	}

	override set(key: string, value: Value): this {
		// A Map lists its keys in the order of insertion, so re-inserting makes an entry the newest.
		this.delete(key);
		super.set(key, value);
		const [oldest] = this.keys();
		if (oldest !== undefined && this.size > this.maxEntries) this.delete(oldest);
		return this;
	}
}

/** Allows an action once in an interval for each key, such as one warning a minute for each node. */
export function createThrottle(intervalMs: number) {
	const intervals = new BoundedMap<{ startedMs: number; suppressed: number }>();
	return {
		/** The number of suppressed starts since the last action; `null` if the action is suppressed now. */
		start(key: string, nowMs: number): { suppressed: number } | null {
			const last = intervals.get(key);
			if (last !== undefined && nowMs >= last.startedMs && nowMs - last.startedMs < intervalMs) {
				last.suppressed += 1;
				return null;
			}
			intervals.set(key, { startedMs: nowMs, suppressed: 0 });
			return { suppressed: last?.suppressed ?? 0 };
		},
	};
}
