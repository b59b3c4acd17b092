import { sleep } from 'n8n-workflow';
import { readConnection, type Connection } from '../credential/connection';
import type { NodeContext } from '../node-context';
import { decideRetry } from './decide-retry';
import { refreshByN8n } from './transport';
import type { ServiceOutcome } from './service-outcome';

/** The connection with new tokens, or why there are none. */
export type Refresh =
	| { success: true; connection: Connection }
	| { success: false; outcome: ServiceOutcome };

/** Has n8n refresh the token now, whether or not its access token still works. */
export async function refreshTokens(
	context: NodeContext,
	connection: Connection,
): Promise<Refresh> {
	const outcome = await refreshWithRetry(context, connection);
	return outcome === 'refreshed'
		? { success: true, connection: await readConnection(context) }
		: { success: false, outcome };
}

async function refreshWithRetry(
	context: NodeContext,
	connection: Connection,
): Promise<ServiceOutcome | 'refreshed'> {
	const outcome = await refreshByN8n(context, connection);
	if (outcome === 'refreshed') return outcome;
	const wait = decideRetry('POST', 1, outcome);
	if (wait === undefined) return outcome;
	await sleep(wait);
	return await refreshByN8n(context, connection);
}
