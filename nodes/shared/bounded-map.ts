/** What a process remembers by a text, the oldest entry leaving first once there are too many. */
export class BoundedMap<Value> {
	private readonly entries = new Map<string, Value>();

	private readonly most: number;

	constructor(most: number) {
		this.most = most;
	}

	get(key: string): Value | undefined {
		return this.entries.get(key);
	}

	/** Sets an entry, which is the newest from now on. */
	set(key: string, value: Value): void {
		this.entries.delete(key);
		this.entries.set(key, value);
		const [oldest] = this.entries.keys();
		if (this.entries.size > this.most && oldest !== undefined) this.entries.delete(oldest);
	}

	delete(key: string): void {
		this.entries.delete(key);
	}
}
