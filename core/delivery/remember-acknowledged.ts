import { BoundedMap } from '../memory/bounded-map';

/** The deliveries that were acknowledged. Per URL, the least recently seen one is evicted first. */
export type AcknowledgedDeliveries = {
	/** Whether it is remembered; if so, it counts as seen just now. */
	touch(webhookUrl: string, hash: string): boolean;
	/** @param window number of deliveries kept for this URL; 0 keeps none */
	add(webhookUrl: string, hash: string, window: number): void;
};

/**
 * Each webhook URL has its own window, so a busy workflow does not push out what a quiet one
 * remembers. Beyond the limit over all URLs, the URL with the most deliveries gives one up.
 * @param maxEntries number of deliveries kept over all URLs; at about 150 bytes each
 */
export function createAcknowledgedDeliveries(maxEntries: number): AcknowledgedDeliveries {
	const byUrl = new Map<string, BoundedMap<true>>();
	let entries = 0;

	function forgetOldest(webhookUrl: string, hashes: BoundedMap<true>): void {
		if (hashes.deleteOldest()) entries -= 1;
		if (hashes.size === 0) byUrl.delete(webhookUrl);
	}

	function evictFromLargest(): void {
		let largest: [string, BoundedMap<true>] | undefined;
		for (const candidate of byUrl) {
			if (largest === undefined || candidate[1].size > largest[1].size) largest = candidate;
		}
		if (largest !== undefined) forgetOldest(...largest);
	}

	return {
		touch: (webhookUrl, hash) => byUrl.get(webhookUrl)?.touch(hash) === true,
		add(webhookUrl, hash, window) {
			const hashes = byUrl.get(webhookUrl) ?? new BoundedMap<true>(maxEntries);
			byUrl.set(webhookUrl, hashes);
			if (hashes.get(hash) === undefined) entries += 1;
			if (hashes.set(hash, true)) entries -= 1;
			while (hashes.size > Math.max(0, window)) forgetOldest(webhookUrl, hashes);
			while (entries > maxEntries) evictFromLargest();
		},
	};
}
