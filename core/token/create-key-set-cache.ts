import { BoundedMap } from '../memory/bounded-map';
import { waitUntilEnded, type WaitLimit } from '../memory/wait-limit';
import type { KeyResult, KeySet, WantedKey } from './key-set';
import { parseKeySet } from './parse-key-set';
import { tokenFailure } from './token-error-codes';

/** How long keys are kept. All times are milliseconds. */
export type KeySetCacheLimits = {
	/** Age at which a key set is fetched again; default 10 minutes. */
	freshForMs?: number;
	/** Shortest time between two requests to a server whose keys are known; default 30 s. */
	cooldownMs?: number;
	/** Shortest time between two requests to a server whose keys are not known; default 5 s. */
	failureCooldownMs?: number;
	/** Age up to which keys are used while the server is away; default 24 hours. */
	staleIfErrorMs?: number;
	/** Number of servers whose keys are kept; the least recently used one leaves first; default 100. */
	maxServers?: number;
};

/**
 * Fetches and parses the JWKS document at this address. It needs a time limit and a size limit of its
 * own: until it ends, the server is not asked again. A rejection means that the server is away; the
 * cache drops its reason, so log it there.
 */
export type FetchKeySet = (jwksUrl: string) => Promise<unknown>;

/** Key sets of several identity servers. */
export type KeySets = {
	/** The key set at this JWKS address. Nothing is fetched before a key is asked for. */
	keySetFor(jwksUrl: string): KeySet;
};

/** Key sets shared by everything in a process that verifies tokens. */
export type KeySetCache = {
	/**
	 * The key sets as one caller sees them: a request that this caller causes is made by its own
	 * function, which the cache does not keep.
	 * @param waitLimit called when this caller has to wait for a request; when its promise settles, the
	 *   caller goes on without the outcome, which the cache keeps all the same. Default: the caller
	 *   waits as long as the request takes.
	 */
	fetchedBy(fetchKeySet: FetchKeySet, waitLimit?: WaitLimit): KeySets;
};

type Caller = { fetchKeySet: FetchKeySet; waitLimit: WaitLimit | undefined };

/** Servers asked within the last cooldown. Beyond this number no further server is asked. */
const MAX_RECENT_REQUESTS = 1_000;

type Entry = {
	keySet?: KeySet;
	fetchedAtMs: number;
	/** How the latest request ended. */
	failure?: 'keys-unavailable' | 'key-set-invalid';
	pending?: Promise<void>;
};

/**
 * Keeps the key sets of identity servers: fresh for 10 minutes, fetched again for an unknown `kid` or a
 * token without one at most once in 30 s, used for up to 24 hours while the server is away or sends no key set, one
 * request for everybody who waits at the same time.
 *
 * Who has waited for a request as long as the caller allows goes on with the keys that are there.
 *
 * An unknown key is plain `key-unknown` only if the server was asked about it now. Within the cooldown
 * of 30 s it carries `retryAfterSeconds`, since a key may have been rotated in. If the latest request
 * failed, it is `keys-unavailable` or `key-set-invalid`, since keys may have been rotated meanwhile.
 * Time is what the calls say: the cache has no clock and no timer.
 */
export function createKeySetCache(limits: KeySetCacheLimits = {}): KeySetCache {
	const {
		freshForMs = 10 * 60_000,
		cooldownMs = 30_000,
		failureCooldownMs = 5_000,
		staleIfErrorMs = 24 * 60 * 60_000,
		maxServers = 100,
	} = limits;
	const entries = new BoundedMap<Entry>(maxServers);
	// Outlives the entries, the oldest request first: a server whose keys had to leave is not asked
	// again before its cooldown is over.
	const requestedAtMs = new Map<string, number>();

	function useEntry(jwksUrl: string): Entry {
		const known = entries.touch(jwksUrl);
		if (known !== undefined) return known;
		const entry: Entry = { fetchedAtMs: 0 };
		entries.set(jwksUrl, entry);
		return entry;
	}

	function usableKeys(entry: Entry, nowMs: number): KeySet | undefined {
		return nowMs - entry.fetchedAtMs <= staleIfErrorMs ? entry.keySet : undefined;
	}

	function forgetOldRequests(nowMs: number): void {
		for (const [jwksUrl, atMs] of requestedAtMs) {
			if (Math.abs(nowMs - atMs) < Math.max(cooldownMs, failureCooldownMs)) return;
			requestedAtMs.delete(jwksUrl);
		}
	}

	/** How long the server must not be asked. */
	function waitMs(jwksUrl: string, entry: Entry, nowMs: number): number {
		const fullMs = usableKeys(entry, nowMs) === undefined ? failureCooldownMs : cooldownMs;
		const atMs = requestedAtMs.get(jwksUrl);
		if (atMs === undefined) return requestedAtMs.size < MAX_RECENT_REQUESTS ? 0 : fullMs;
		const sinceMs = nowMs - atMs;
		// A caller that read the clock a little earlier still waits. A clock that was set back by more
		// must not hold requests off for as long.
		return sinceMs < -fullMs ? 0 : Math.max(0, fullMs - Math.max(0, sinceMs));
	}

	async function fetchInto(entry: Entry, fetching: Promise<unknown>, nowMs: number): Promise<void> {
		try {
			const parsed = parseKeySet(await fetching);
			if (parsed.success) {
				entry.keySet = parsed.keySet;
				entry.fetchedAtMs = nowMs;
			}
			entry.failure = parsed.success ? undefined : 'key-set-invalid';
		} catch {
			entry.failure = 'keys-unavailable';
		}
		entry.pending = undefined;
	}

	async function findKey(
		jwksUrl: string,
		{ fetchKeySet, waitLimit }: Caller,
		wanted: WantedKey,
		nowMs: number,
	): Promise<KeyResult> {
		const entry = useEntry(jwksUrl);

		/**
		 * Waits for the request under way, or makes one if that is allowed now. Returns whether the server
		 * was asked and has answered or failed.
		 */
		async function refresh(): Promise<boolean> {
			if (entry.pending === undefined) {
				forgetOldRequests(nowMs);
				if (waitMs(jwksUrl, entry, nowMs) > 0) return false;
				// Inserted anew, so the requests stay in order.
				requestedAtMs.delete(jwksUrl);
				requestedAtMs.set(jwksUrl, nowMs);
				const fetching = new Promise<unknown>((resolve) => resolve(fetchKeySet(jwksUrl)));
				entry.pending = fetchInto(entry, fetching, nowMs);
			}
			if (waitLimit !== undefined) return await waitUntilEnded(entry.pending, waitLimit);
			await entry.pending;
			return true;
		}

		async function lookUp(wasAsked: boolean): Promise<KeyResult> {
			const found = await usableKeys(entry, nowMs)?.findKey(wanted, nowMs);
			if (found !== undefined && (found.success || found.error.code !== 'key-unknown')) {
				return found;
			}
			if (found !== undefined && entry.failure === undefined && wasAsked) return found;
			const retryAfterSeconds = Math.max(1, Math.ceil(waitMs(jwksUrl, entry, nowMs) / 1000));
			const code = entry.failure ?? (found === undefined ? 'keys-unavailable' : 'key-unknown');
			return { success: false, error: tokenFailure(code, { retryAfterSeconds }) };
		}

		// A token that names no key cannot say that a new one signed it.
		const keptForMs = wanted.kid === undefined ? cooldownMs : freshForMs;
		const isFresh = entry.keySet !== undefined && nowMs - entry.fetchedAtMs < keptForMs;
		const found = await lookUp(!isFresh && (await refresh()));
		if (found.success || !isFresh || found.error.retryAfterSeconds === undefined) return found;
		return await lookUp(await refresh());
	}

	return {
		fetchedBy: (fetchKeySet, waitLimit) => ({
			keySetFor: (jwksUrl) => ({
				findKey: async (wanted, nowMs) =>
					await findKey(jwksUrl, { fetchKeySet, waitLimit }, wanted, nowMs),
			}),
		}),
	};
}
