import { BoundedMap } from './bounded-map';

/** Lets something happen once in an interval, for each of many keys. The caller passes the clock in. */
export class Throttle {
	private readonly lastMs: BoundedMap<number>;

	private readonly intervalMs: number;

	/** @param maxKeys keys remembered; beyond that the one that was let through longest ago is forgotten */
	constructor(intervalMs: number, maxKeys: number) {
		this.intervalMs = intervalMs;
		this.lastMs = new BoundedMap(maxKeys);
	}

	/** Whether it may happen now; if so, the interval starts. A clock that was set back starts it anew. */
	tryStart(key: string, nowMs: number): boolean {
		const lastMs = this.lastMs.get(key);
		if (lastMs !== undefined && nowMs >= lastMs && nowMs - lastMs < this.intervalMs) return false;
		this.lastMs.set(key, nowMs);
		return true;
	}
}
