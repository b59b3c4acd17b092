import { BoundedMap } from './bounded-map';

type Interval = { startedMs: number; suppressed: number };

/** Lets something happen once in an interval, for each of many keys. The caller passes the clock in. */
export class Throttle {
	private readonly intervals: BoundedMap<Interval>;

	private readonly intervalMs: number;

	/** @param maxKeys keys remembered; beyond that the one that was let through longest ago is forgotten */
	constructor(intervalMs: number, maxKeys: number) {
		this.intervalMs = intervalMs;
		this.intervals = new BoundedMap(maxKeys);
	}

	/** Whether it may happen now; if so, the interval starts. A clock that was set back starts it anew. */
	tryStart(key: string, nowMs: number): boolean {
		return this.start(key, nowMs) !== null;
	}

	/** The same, with how often it was suppressed since it happened last; `null` if it may not happen now. */
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
