import type { N8nClient } from '../../host/n8n/n8n-client.mts';
import type { QueueMode } from '../../host/queue/start-queue-mode.mts';
import type { CredentialReference } from '../support/n8n/connect-at-sandbox.mts';
import { createNode, createTrigger } from '../support/n8n/trigger-scene.mts';

/** The database and the table in which each execution writes down that it ran. */
export const ledger = {
	database: 'ledger',
	table: 'executed',
	definition:
		'create table executed (conversation_id text not null, execution_id text not null, at timestamptz not null default now())',
};

export async function connectLedger(
	{ postgres }: QueueMode,
	client: N8nClient,
): Promise<CredentialReference> {
	const { host, port, user, password } = postgres;
	const data = { host, port, database: ledger.database, user, password, ssl: 'disable' };
	return { id: await client.createCredential('Ledger', 'postgres', data), name: 'Ledger' };
}

/**
 * A workflow as it is behind a CRM: the trigger, which takes only verified deliveries, a step
 * that takes a moment, and one that writes into a database.
 */
export function createLedgerNodes(database: CredentialReference) {
	const wait = createNode('Take a moment', 'n8n-nodes-base.wait', 1.1, {
		amount: 0.3,
		unit: 'seconds',
	});
	const write = createNode('Write', 'n8n-nodes-base.postgres', 2.6, {
		operation: 'executeQuery',
		query: `insert into ${ledger.table} (conversation_id, execution_id) values ($1, $2)`,
		options: { queryReplacement: '={{ [$json.id, $execution.id] }}' },
	});
	const trigger = createTrigger({ verifyDeliveries: 'require' });
	return [trigger, wait, { ...write, credentials: { postgres: database } }];
}
