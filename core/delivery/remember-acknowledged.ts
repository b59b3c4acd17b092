/** The deliveries that were acknowledged, the least recently met one of a webhook URL leaves first. */
export interface AcknowledgedDeliveries {
	/** Whether it is remembered; if so, it counts as met just now. */
	meet(webhookUrl: string, hash: string): boolean;
	/** @param window number of deliveries kept for this URL; 0 keeps none */
	add(webhookUrl: string, hash: string, window: number): void;
}

/**
 * Each webhook URL has a window of its own, so that a busy workflow does not push out what a quiet one
 * remembers. Over all, where there are too many, the URL with the most gives one up.
 * @param mostEntries number of deliveries kept over all URLs; at about 150 bytes each
 */
export function createAcknowledgedDeliveries(mostEntries: number): AcknowledgedDeliveries {
	// A Set lists its values in the order of insertion, so that re-inserting marks the latest meeting.
	const byUrl = new Map<string, Set<string>>();
	let entries = 0;

	function forgetOldest(webhookUrl: string, hashes: Set<string>): void {
		const [oldest] = hashes;
		if (oldest !== undefined && hashes.delete(oldest)) entries -= 1;
		if (hashes.size === 0) byUrl.delete(webhookUrl);
	}

	function forgetOfLargest(): void {
		let largest: [string, Set<string>] | undefined;
		for (const candidate of byUrl) {
			if (largest === undefined || candidate[1].size > largest[1].size) largest = candidate;
		}
		if (largest !== undefined) forgetOldest(...largest);
	}

	return {
		meet(webhookUrl, hash) {
			const hashes = byUrl.get(webhookUrl);
			if (hashes === undefined || !hashes.delete(hash)) return false;
			hashes.add(hash);
			return true;
		},
		add(webhookUrl, hash, window) {
			const hashes = byUrl.get(webhookUrl) ?? new Set();
			if (!hashes.delete(hash)) entries += 1;
			hashes.add(hash);
			byUrl.set(webhookUrl, hashes);
			while (hashes.size > Math.max(0, window)) forgetOldest(webhookUrl, hashes);
			while (entries > mostEntries) forgetOfLargest();
		},
	};
}
