import { sleep } from 'n8n-workflow';
import { readConnection, type Connection } from '../credential/connection';
import type { NodeContext } from '../node-context';
import { decideRetry } from './decide-retry';
import { renewByN8n } from './transport';
import type { ServiceOutcome } from './service-outcome';

/** The connection with new tokens, or why there are none. */
export type Renewal =
	| { success: true; connection: Connection }
	| { success: false; outcome: ServiceOutcome };

/** Has n8n renew the sign-in now, whether or not its access token still works. */
export async function renewSignIn(context: NodeContext, connection: Connection): Promise<Renewal> {
	const outcome = await renewWithRetry(context, connection);
	return outcome === 'renewed'
		? { success: true, connection: await readConnection(context) }
		: { success: false, outcome };
}

async function renewWithRetry(
	context: NodeContext,
	connection: Connection,
): Promise<ServiceOutcome | 'renewed'> {
	const outcome = await renewByN8n(context, connection);
	if (outcome === 'renewed') return outcome;
	const wait = decideRetry('POST', 1, outcome);
	if (wait === undefined) return outcome;
	await sleep(wait);
	return await renewByN8n(context, connection);
}
