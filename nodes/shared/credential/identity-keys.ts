import { createKeySetCache } from '../../../core';
import type { KeySetCache } from '../../../core';
import type { NodeContext } from './read-credential';
import { sendPlain } from '../http/transport';

/** Everybody who waits for the same server waits for this one request. */
const keysTimeoutMilliseconds = 5_000;

// The cache outlives any context; a fetch goes through the one that was used last.
let latestContext: NodeContext | undefined;

async function fetchKeySet(jwksUrl: string): Promise<unknown> {
	if (latestContext === undefined) return undefined;
	const outcome = await sendPlain(latestContext, {
		method: 'GET',
		url: jwksUrl,
		timeoutMilliseconds: keysTimeoutMilliseconds,
	});
	if (outcome.kind === 'answer' && outcome.status === 200) return outcome.body;
	return await Promise.reject(new Error('The identity server gave no key set'));
}

const cache = createKeySetCache({ fetchKeySet });

/** The keys of identity servers, cached for everything in this process. */
export function useIdentityKeys(context: NodeContext): KeySetCache {
	latestContext = context;
	return cache;
}
