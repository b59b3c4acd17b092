import { sleep } from 'n8n-workflow';
import { readConnection, type Connection } from '../credential/connection';
import type { NodeContext } from '../node-context';
import { isSuccess, requestService } from './call-service';
import { decideRetry } from './decide-retry';
import { renewByN8n } from './transport';
import type { ServiceOutcome } from './service-outcome';

/** The connection with new tokens, or why there are none. */
export type Renewal =
	| { success: true; connection: Connection }
	| { success: false; outcome: ServiceOutcome };

/**
 * Has n8n renew the sign-in now, whether or not its access token still works. An older n8n renews only
 * what a server refuses: there GET /api/Users/me uses the sign-in.
 */
export async function renewSignIn(context: NodeContext, connection: Connection): Promise<Renewal> {
	const failure =
		(await refreshByN8n(context, connection)) ?? (await useSignIn(context, connection));
	return failure === 'renewed'
		? { success: true, connection: await readConnection(context) }
		: { success: false, outcome: failure };
}

async function refreshByN8n(
	context: NodeContext,
	connection: Connection,
): Promise<ServiceOutcome | 'renewed' | undefined> {
	const outcome = await renewByN8n(context, connection);
	if (outcome === undefined || outcome === 'renewed') return outcome;
	const wait = decideRetry('POST', 1, outcome);
	if (wait === undefined) return outcome;
	await sleep(wait);
	return await renewByN8n(context, connection);
}

async function useSignIn(
	context: NodeContext,
	connection: Connection,
): Promise<ServiceOutcome | 'renewed'> {
	const url = `${connection.baseUrl}/api/Users/me`;
	const outcome = await requestService(context, connection, { method: 'GET', url });
	return isSuccess(outcome) ? 'renewed' : outcome;
}
