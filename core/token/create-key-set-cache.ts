import type { KeyResult, KeySet, WantedKey } from './key-set';
import { parseKeySet } from './parse-key-set';
import { tokenFailure } from './token-error-codes';

/** How the cache gets and keeps keys. All times are milliseconds. */
export interface KeySetCacheOptions {
	/**
	 * Fetches and parses the JWKS document at this address. It has a time limit and a size limit of
	 * its own, because everybody waiting for the same server waits for this one call. A rejection means
	 * that the server is away; its reason is dropped here, so log it there.
	 */
	fetchKeySet: (jwksUrl: string) => Promise<unknown>;
	/** Age at which a key set is fetched again; default 10 minutes. */
	freshForMs?: number;
	/** Least time between two requests while there are keys; default 30 s. */
	refetchFloorMs?: number;
	/** Least time between two requests while there are none; default 5 s. */
	failureFloorMs?: number;
	/** Age up to which keys are used while the server is away; default 24 hours. */
	staleForMs?: number;
	/** Number of servers kept, the least recently used one leaves first; default 16. */
	mostServers?: number;
}

/** Key sets of several identity servers, shared by everything in a process that verifies tokens. */
export interface KeySetCache {
	/** The key set at this JWKS address. Nothing is fetched before a key is asked for. */
	keySetFor(jwksUrl: string): KeySet;
}

interface Entry {
	keySet?: KeySet;
	fetchedAtMs: number;
	attemptedAtMs?: number;
	/** How the latest request ended. */
	failure?: 'keys-unavailable' | 'key-set-invalid';
	pending?: Promise<void>;
}

/**
 * Keeps the key sets of identity servers: fresh for 10 minutes, fetched again for an unknown `kid` at
 * most once in 30 s, used for up to 24 hours while the server is away or answers no key set, one
 * request for everybody who waits at the same time.
 *
 * An unknown key is plain `key-unknown` only where the server was asked about it now. Within the floor
 * of 30 s it carries `retryAfterSeconds`, since a key may have been rotated in; where the latest
 * request failed it is `keys-unavailable` or `key-set-invalid`, since keys may have been rotated
 * meanwhile. Time is what the calls say: the cache has no clock and no timer.
 */
export function createKeySetCache(options: KeySetCacheOptions): KeySetCache {
	const {
		fetchKeySet,
		freshForMs = 10 * 60_000,
		refetchFloorMs = 30_000,
		failureFloorMs = 5_000,
		staleForMs = 24 * 60 * 60_000,
		mostServers = 16,
	} = options;
	// A Map lists its keys in the order of insertion, so that re-inserting marks the latest use.
	const entries = new Map<string, Entry>();

	function useEntry(jwksUrl: string): Entry {
		const entry = entries.get(jwksUrl) ?? { fetchedAtMs: 0 };
		entries.delete(jwksUrl);
		entries.set(jwksUrl, entry);
		const [oldest] = entries.keys();
		if (entries.size > mostServers && oldest !== undefined) entries.delete(oldest);
		return entry;
	}

	function usableKeys(entry: Entry, nowMs: number): KeySet | undefined {
		return nowMs - entry.fetchedAtMs <= staleForMs ? entry.keySet : undefined;
	}

	function waitMs(entry: Entry, nowMs: number): number {
		const floorMs = usableKeys(entry, nowMs) === undefined ? failureFloorMs : refetchFloorMs;
		const sinceMs = nowMs - (entry.attemptedAtMs ?? -Infinity);
		// Who took the time a little earlier still waits. Only a clock that was set back by more must not
		// hold requests off for as long.
		return sinceMs < -floorMs ? 0 : Math.max(0, floorMs - Math.max(0, sinceMs));
	}

	async function fetchInto(entry: Entry, jwksUrl: string, nowMs: number): Promise<void> {
		try {
			const parsed = parseKeySet(await fetchKeySet(jwksUrl));
			if (parsed.success) {
				entry.keySet = parsed.keySet;
				entry.fetchedAtMs = nowMs;
			}
			entry.failure = parsed.success ? undefined : 'key-set-invalid';
		} catch {
			entry.failure = 'keys-unavailable';
		}
	}

	/**
	 * Waits for the request under way, or makes one if that is allowed now. Answers whether the server
	 * was asked.
	 */
	async function refresh(entry: Entry, jwksUrl: string, nowMs: number): Promise<boolean> {
		if (entry.pending !== undefined) {
			await entry.pending;
			return true;
		}
		if (waitMs(entry, nowMs) > 0) return false;
		entry.attemptedAtMs = nowMs;
		entry.pending = fetchInto(entry, jwksUrl, nowMs);
		await entry.pending;
		entry.pending = undefined;
		return true;
	}

	async function lookUp(
		entry: Entry,
		wanted: WantedKey,
		nowMs: number,
		wasAsked: boolean,
	): Promise<KeyResult> {
		const found = await usableKeys(entry, nowMs)?.findKey(wanted, nowMs);
		if (found !== undefined && (found.success || found.error.code !== 'key-unknown')) return found;
		if (found !== undefined && entry.failure === undefined && wasAsked) return found;
		const retryAfterSeconds = Math.max(1, Math.ceil(waitMs(entry, nowMs) / 1000));
		const code = entry.failure ?? (found === undefined ? 'keys-unavailable' : 'key-unknown');
		return { success: false, error: tokenFailure(code, { retryAfterSeconds }) };
	}

	async function findKey(jwksUrl: string, wanted: WantedKey, nowMs: number): Promise<KeyResult> {
		const entry = useEntry(jwksUrl);
		const isFresh = entry.keySet !== undefined && nowMs - entry.fetchedAtMs < freshForMs;
		const wasAsked = !isFresh && (await refresh(entry, jwksUrl, nowMs));
		const found = await lookUp(entry, wanted, nowMs, wasAsked);
		if (found.success || !isFresh || found.error.code === 'key-unusable') return found;
		return await lookUp(entry, wanted, nowMs, await refresh(entry, jwksUrl, nowMs));
	}

	return {
		keySetFor: (jwksUrl) => ({
			findKey: async (wanted, nowMs) => await findKey(jwksUrl, wanted, nowMs),
		}),
	};
}
