import { createKeySetCache, type KeySets } from '../../../core/token/key-sets';
import type { WaitLimit } from '../../../core/waiting';
import type { NodeContext } from '../errors';
import { sendPlain } from './transport';

/** Shorter than the longest wait of a delivery, so the first delivery that waits learns whether there are keys. */
const KEYS_TIMEOUT_MS = 3_000;

/** One cache for both nodes and all executions of the process. */
const keySetCache = createKeySetCache();

/** @param waitLimit ends the caller's wait alone: the next caller finds the keys. Default: no limit */
export function useIdentityKeys(context: NodeContext, waitLimit?: WaitLimit): KeySets {
	return keySetCache(async (url) => {
		const limits = { timeoutMs: KEYS_TIMEOUT_MS, maxTries: 1 };
		const request = { method: 'GET', party: 'identity', url, ...limits } as const;
		const response = await sendPlain(context, request);
		if (response.kind === 'response' && response.status === 200) return response.body;
		return await Promise.reject(new Error('The identity server gave no key set'));
	}, waitLimit);
}
