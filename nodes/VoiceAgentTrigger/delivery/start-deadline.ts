import { sleep } from 'n8n-workflow';

/**
 * How long a sender is kept waiting for others, in all: for the keys of the identity server, and for an
 * equal delivery under way. Senders of this kind give up after 5 to 10 s, and n8n needs time as well.
 */
const MAX_WAIT_MS = 3_500;

/**
 * The one deadline of a delivery that came at this moment, for everything that it waits for. Each call
 * of the function waits for what is left of it.
 */
export function startDeadline(nowMs: number): () => Promise<void> {
	return async () => await sleep(Math.max(0, nowMs + MAX_WAIT_MS - Date.now()));
}
