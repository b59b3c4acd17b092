import { createKeySetCache, type KeySets } from '../../../core';
import type { NodeContext } from '../node-context';
import { sendPlain } from './transport';

/** Everybody who waits for the same server waits for this one request. */
const KEYS_TIMEOUT_MS = 5_000;

async function fetchKeySet(context: NodeContext, jwksUrl: string): Promise<unknown> {
	const outcome = await sendPlain(context, {
		method: 'GET',
		url: jwksUrl,
		timeoutMs: KEYS_TIMEOUT_MS,
	});
	if (outcome.kind === 'answer' && outcome.status === 200) return outcome.body;
	return await Promise.reject(new Error('The identity server gave no key set'));
}

const cache = createKeySetCache();

/** The keys of identity servers, cached once for both nodes. The cache outlives the context. */
export function useIdentityKeys(context: NodeContext): KeySets {
	return cache.fetchedBy(async (jwksUrl) => await fetchKeySet(context, jwksUrl));
}
