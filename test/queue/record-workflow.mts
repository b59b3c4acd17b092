import { randomUUID } from 'node:crypto';
import { credentialType, triggerType } from '../../host/demo/prepare-example.mts';
import type { WorkflowFile, WorkflowNode } from '../../host/n8n/n8n-workflow-types.mts';
import type { CredentialReference } from '../e2e/connect-at-sandbox.mts';

/** The database and the table in which each execution writes down that it ran. */
export const ledger = {
	database: 'ledger',
	table: 'executed',
	definition:
		'create table executed (conversation_id text not null, execution_id text not null, at timestamptz not null default now())',
};

/**
 * A workflow as it is behind a CRM: the trigger, which takes only verified deliveries, a step
 * that takes a moment, and one that writes into a database.
 */
export function buildRecordWorkflow(
	signIn: CredentialReference,
	database: CredentialReference,
): WorkflowFile & { nodes: [WorkflowNode, ...WorkflowNode[]] } {
	return {
		name: 'Record executions',
		nodes: [
			{
				id: randomUUID(),
				name: 'Trigger',
				type: triggerType,
				typeVersion: 1,
				position: [0, 0],
				parameters: { verifyDeliveries: 'require' },
				webhookId: randomUUID(),
				credentials: { [credentialType]: signIn },
			},
			{
				id: randomUUID(),
				name: 'Take a moment',
				type: 'n8n-nodes-base.wait',
				typeVersion: 1.1,
				position: [220, 0],
				webhookId: randomUUID(),
				parameters: { amount: 0.3, unit: 'seconds' },
			},
			{
				id: randomUUID(),
				name: 'Write',
				type: 'n8n-nodes-base.postgres',
				typeVersion: 2.6,
				position: [440, 0],
				parameters: {
					operation: 'executeQuery',
					query: `insert into ${ledger.table} (conversation_id, execution_id) values ($1, $2)`,
					options: { queryReplacement: '={{ [$json.id, $execution.id] }}' },
				},
				credentials: { postgres: database },
			},
		],
		connections: {
			Trigger: { main: [[{ node: 'Take a moment', type: 'main', index: 0 }]] },
			'Take a moment': { main: [[{ node: 'Write', type: 'main', index: 0 }]] },
		},
		settings: { executionOrder: 'v1' },
	};
}
