import { randomUUID } from 'node:crypto';
import { credentialType, triggerType } from '../../host/demo/prepare-example.mts';
import type { WorkflowFile, WorkflowNode } from '../../host/n8n/n8n-workflow-types.mts';
import type { CredentialReference } from '../e2e/connect-at-sandbox.mts';

function buildWorkflow(
	name: string,
	start: Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters' | 'webhookId' | 'credentials'>,
	signIn: CredentialReference,
): WorkflowFile {
	return {
		name,
		nodes: [
			{ ...start, id: randomUUID(), name: 'Start', position: [0, 0] },
			{
				id: randomUUID(),
				name: 'Get User',
				type: 'n8n-nodes-voice-agent.voiceAgent',
				typeVersion: 1,
				position: [220, 0],
				parameters: { resource: 'user', operation: 'getCurrent' },
				credentials: { [credentialType]: signIn },
			},
		],
		connections: { Start: { main: [[{ node: 'Get User', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}

/** Asks the service who is signed in, whenever a conversation comes: on a worker. */
export const buildDeliveredWorkflow = (signIn: CredentialReference): WorkflowFile =>
	buildWorkflow(
		'Refresh on workers',
		{
			type: triggerType,
			typeVersion: 1,
			parameters: {},
			webhookId: randomUUID(),
			credentials: { [credentialType]: signIn },
		},
		signIn,
	);

/** Asks the same when a user runs it: on main. */
export const buildManualWorkflow = (signIn: CredentialReference): WorkflowFile =>
	buildWorkflow(
		'Refresh on main',
		{ type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		signIn,
	);
