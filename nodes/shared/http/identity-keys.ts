import { createKeySetCache, type KeySets } from '../../../core';
import type { NodeContext } from '../node-context';
import { sendPlain } from './transport';

/**
 * Until it is over, the server is not asked again. Shorter than the longest wait of a delivery, so the
 * first one that waits learns the outcome.
 */
const KEYS_TIMEOUT_MS = 3_000;

async function fetchKeySet(context: NodeContext, jwksUrl: string): Promise<unknown> {
	const outcome = await sendPlain(context, {
		method: 'GET',
		url: jwksUrl,
		timeoutMs: KEYS_TIMEOUT_MS,
	});
	if (outcome.kind === 'response' && outcome.status === 200) return outcome.body;
	return await Promise.reject(new Error('The identity server gave no key set'));
}

const cache = createKeySetCache();

/**
 * The keys of identity servers, cached once for both nodes. The cache outlives the context.
 * @param waitLimit settles when the caller has waited long enough for a request; the request itself
 *   goes on, and anyone who comes next finds its outcome. Default: as long as the request takes.
 */
export function useIdentityKeys(context: NodeContext, waitLimit?: () => Promise<unknown>): KeySets {
	return cache.fetchedBy(async (jwksUrl) => await fetchKeySet(context, jwksUrl), waitLimit);
}
