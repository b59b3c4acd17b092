import { createHash } from 'node:crypto';
import { BoundedMap } from '../memory/bounded-map';
import type { WaitLimit } from '../memory/wait-limit';
import { createAcknowledgedDeliveries } from './remember-acknowledged';

/** What makes a delivery the same as an earlier one: all of it. */
export type DeliveryKey = {
	/** The address it came to: tells workflows, and test from production, apart. */
	webhookUrl: string;
	event: string;
	/** Id of the conversation; a record without one is never a duplicate. */
	id: string | null;
	/** Of the state of the conversation; `null` if every state of it is the same. */
	contentHash: string | null;
	/** Whether the delivery was verified. Anybody may have sent one that was not. */
	isVerified: boolean;
};

/**
 * What a delivery may do. `first`: start the execution, and call `settle` once, when the response has
 * ended: true for 2xx, false for anything else and for a connection that was cut. `duplicate`: an equal
 * one was acknowledged. `busy`: an equal one is still under way, and waiting for it took too long or too
 * many wait already; the sender should try again.
 */
export type DeliveryClaim =
	| { state: 'first'; settle: (acknowledged: boolean) => void }
	| { state: 'duplicate' }
	| { state: 'busy' };

/**
 * How much a {@link DeliveryMemory} holds. What is bounded for each webhook URL is so for the sake of the
 * others: no workflow can make another's deliveries busy.
 */
export type DeliveryMemoryOptions = {
	/** Deliveries that may wait for one other; default 100. */
	maxWaitingForOne?: number;
	/** Deliveries that may wait, for each webhook URL; default 200. */
	maxWaitingForUrl?: number;
	/** Deliveries under way that are watched, for each webhook URL; default 1,000. The oldest is given up beyond that. */
	maxUnderWayForUrl?: number;
	/** Acknowledged deliveries remembered over all webhook URLs; default 100,000. */
	maxRemembered?: number;
};

/** What a process remembers of deliveries. */
export type DeliveryMemory = {
	/**
	 * Claims a delivery. It answers at once, unless an equal delivery is under way: then once that has
	 * ended (acknowledged: `duplicate`; otherwise the first that waits takes its place as `first`).
	 * @param window acknowledged deliveries remembered for this webhook URL
	 * @param waitLimit called if the delivery has to wait; when its promise settles, the waiting ends
	 *   with `busy`
	 */
	claim(key: DeliveryKey, window: number, waitLimit: WaitLimit): Promise<DeliveryClaim>;
};

type Waiting = (claim: DeliveryClaim) => void;

type UnderWay = {
	waiting: Set<Waiting>;
};

/** What is going on at one webhook URL. */
type Traffic = {
	/** By what makes a delivery the same as another. */
	underWay: BoundedMap<UnderWay>;
	waitingCount: number;
};

/**
 * The memory against duplicates of one process. It does not outlive the process and is not shared with
 * others. A delivery counts only once it was acknowledged: one that failed lets the next one in.
 */
export function createDeliveryMemory(options: DeliveryMemoryOptions = {}): DeliveryMemory {
	const {
		maxWaitingForOne = 100,
		maxWaitingForUrl = 200,
		maxUnderWayForUrl = 1_000,
		maxRemembered = 100_000,
	} = options;
	const acknowledged = createAcknowledgedDeliveries(maxRemembered);
	const trafficByUrl = new Map<string, Traffic>();

	function useTraffic(webhookUrl: string): Traffic {
		const known = trafficByUrl.get(webhookUrl);
		if (known !== undefined) return known;
		const traffic = { underWay: new BoundedMap<UnderWay>(maxUnderWayForUrl), waitingCount: 0 };
		trafficByUrl.set(webhookUrl, traffic);
		return traffic;
	}

	function begin(hash: string, webhookUrl: string, window: number, waiting: Set<Waiting>) {
		const { underWay } = useTraffic(webhookUrl);
		const current: UnderWay = { waiting };
		let isSettled = false;
		const givenUp = underWay.set(hash, current);
		for (const copy of givenUp?.waiting ?? []) copy({ state: 'busy' });
		const settle = (wasAcknowledged: boolean) => {
			if (isSettled) return;
			isSettled = true;
			if (wasAcknowledged) acknowledged.add(webhookUrl, hash, window);
			// A delivery that was given up, or whose place was taken, has nobody waiting any more.
			if (underWay.get(hash) === current) end(current, wasAcknowledged);
		};
		const end = ({ waiting: copies }: UnderWay, wasAcknowledged: boolean) => {
			underWay.delete(hash);
			const [next, ...others] = copies;
			if (next !== undefined && !wasAcknowledged) {
				copies.delete(next);
				next(begin(hash, webhookUrl, window, copies));
				return;
			}
			if (underWay.size === 0) trafficByUrl.delete(webhookUrl);
			if (next === undefined) return;
			for (const copy of [next, ...others]) copy({ state: 'duplicate' });
		};
		return { state: 'first', settle } as const;
	}

	async function waitFor(
		current: UnderWay,
		traffic: Traffic,
		waitLimit: WaitLimit,
	): Promise<DeliveryClaim> {
		const isFull =
			traffic.waitingCount >= maxWaitingForUrl || current.waiting.size >= maxWaitingForOne;
		if (isFull) return { state: 'busy' };
		traffic.waitingCount += 1;
		const claim = await new Promise<DeliveryClaim>((resolve) => {
			current.waiting.add(resolve);
			const leave = () => {
				// Who was already called from the queue has an answer: leaving would lose its place.
				if (current.waiting.delete(resolve)) resolve({ state: 'busy' });
			};
			waitLimit().then(leave, leave);
		});
		traffic.waitingCount -= 1;
		return claim;
	}

	return {
		async claim(key, window, waitLimit) {
			const hash = hashKey(key);
			if (hash === null) return { state: 'first', settle: () => undefined };
			// An unverified delivery is no reason to hold a verified one back; the other way round it is.
			const hashOfVerified = hashKey({ ...key, isVerified: true }) ?? hash;
			const wasAcknowledged = [hash, hashOfVerified].some((known) =>
				acknowledged.touch(key.webhookUrl, known),
			);
			if (wasAcknowledged) return { state: 'duplicate' };
			const traffic = useTraffic(key.webhookUrl);
			const current = traffic.underWay.get(hash);
			if (current !== undefined) return await waitFor(current, traffic, waitLimit);
			return begin(hash, key.webhookUrl, window, new Set());
		},
	};
}

/** A text of fixed length for the key, whatever a sender puts into an id; null without an id. */
function hashKey(key: DeliveryKey): string | null {
	if (key.id === null || key.id === '') return null;
	const { webhookUrl, event, id, contentHash, isVerified } = key;
	const parts = [webhookUrl, event, id, contentHash, isVerified];
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
