import { randomUUID } from 'node:crypto';
import type { N8nClient } from '../../sandbox/n8n/n8n-client.mts';
import type { WorkflowFile } from '../../sandbox/n8n/n8n-workflow-types.mts';

/** What is measured: the same workflow behind different triggers. */
export const subjects = ['webhook-node', 'bare-trigger', 'ours', 'ours-jwt'] as const;
export type Subject = (typeof subjects)[number];

export const subjectNames: Record<Subject, string> = {
	'webhook-node': "n8n's Webhook node",
	'bare-trigger': 'bare community trigger',
	ours: 'Voice Agent Trigger, verification off',
	'ours-jwt': 'Voice Agent Trigger, JWT required',
};

type Node = WorkflowFile['nodes'][number];

function createTrigger(subject: Subject, credential: { id: string; name: string }): Node {
	const shared = {
		id: randomUUID(),
		name: 'Trigger',
		typeVersion: 1,
		position: [0, 0],
		webhookId: randomUUID(),
	} satisfies Partial<Node>;
	if (subject === 'webhook-node') {
		const parameters = { httpMethod: 'POST', path: shared.webhookId, options: {} };
		return { ...shared, typeVersion: 2, type: 'n8n-nodes-base.webhook', parameters };
	}
	if (subject === 'bare-trigger') {
		return { ...shared, type: 'n8n-nodes-bare.bareTrigger', parameters: {} };
	}
	return {
		...shared,
		type: 'n8n-nodes-voice-agent.voiceAgentTrigger',
		credentials: { voiceAgentTokenApi: credential },
		parameters: {
			authentication: 'accessToken',
			registration: 'manual',
			verifyDeliveries: subject === 'ours' ? 'off' : 'required',
			filters: { agentTests: 'without', minimumDuration: 1 },
			options: {},
		},
	};
}

/** Publishes the workflow of a subject and answers its address and its id. */
export async function publishSubject(
	client: N8nClient,
	n8nUrl: string,
	subject: Subject,
	saved: boolean,
	credential: { id: string; name: string },
): Promise<{ url: string; workflowId: string }> {
	const trigger = createTrigger(subject, credential);
	const noOperation: Node = {
		id: randomUUID(),
		name: 'Behind',
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		position: [200, 0],
		parameters: {},
	};
	const workflow = await client.createWorkflow({
		name: `${subject} ${saved ? 'saved' : 'not saved'}`,
		nodes: [trigger, noOperation],
		connections: { Trigger: { main: [[{ node: 'Behind', type: 'main', index: 0 }]] } },
		settings: { saveDataSuccessExecution: saved ? 'all' : 'none' },
	});
	await client.activate(workflow.id);
	const path = subject === 'webhook-node' ? trigger.webhookId : `${trigger.webhookId}/webhook`;
	return { url: `${n8nUrl}/webhook/${path}`, workflowId: workflow.id };
}
