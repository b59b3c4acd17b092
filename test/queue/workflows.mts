import { attachCredential } from '../../host/n8n/voice-agent-nodes.mts';
import type { WorkflowFile } from '../../host/n8n/n8n-workflow-types.mts';
import type { CredentialReference } from '../support/n8n/connect-at-sandbox.mts';
import { chainNodes, createNode, createTrigger } from '../support/n8n/trigger-scene.mts';

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
): WorkflowFile {
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
	const nodes = [trigger, wait, { ...write, credentials: { postgres: database } }];
	return attachCredential(chainNodes(nodes), signIn);
}

const getUser = () =>
	createNode('Get User', 'n8n-nodes-voice-agent.voiceAgent', 1, {
		resource: 'user',
		operation: 'getCurrent',
	});

/** Asks the service who is signed in, whenever a conversation comes: on a worker. */
export const buildDeliveredWorkflow = (signIn: CredentialReference): WorkflowFile =>
	attachCredential(chainNodes([createTrigger(), getUser()]), signIn);

/** Asks the same when a user runs it: on main. */
export const buildManualWorkflow = (signIn: CredentialReference): WorkflowFile => {
	const start = createNode('Start', 'n8n-nodes-base.manualTrigger', 1);
	return attachCredential(chainNodes([start, getUser()]), signIn);
};
