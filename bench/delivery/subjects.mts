import { randomUUID } from 'node:crypto';
import type { N8nClient } from '../../host/n8n/n8n-client.mts';
import type { WorkflowFile } from '../../host/n8n/n8n-workflow-types.mts';

/** What is measured: the same workflow behind different triggers. */
export const subjectNames = {
	'webhook-node': "n8n's Webhook node",
	'bare-trigger': 'bare community trigger',
	'bare-credential': 'bare trigger, with a credential',
	'bare-item': "bare trigger, emitting the Voice Agent Trigger's item",
	'bare-item-credential': 'bare trigger, with both',
	ours: 'Voice Agent Trigger, verification off',
	'ours-jwt': 'Voice Agent Trigger, JWT required',
	'ours-jwt-raw': 'Voice Agent Trigger, JWT required, output Raw',
} as const;

export type Subject = keyof typeof subjectNames;

/** n8n's reference to a credential. */
export interface CredentialReference {
	id: string;
	name: string;
}

type Node = WorkflowFile['nodes'][number];
type Choice = Pick<Node, 'type' | 'parameters'> & { hasCredential: boolean };

function chooseOurs(verifyDeliveries: string, output: string): Choice {
	return {
		type: 'n8n-nodes-voice-agent.voiceAgentTrigger',
		hasCredential: true,
		parameters: {
			authentication: 'accessToken',
			output,
			verifyDeliveries,
			filters: { agentTests: 'without', minimumDuration: 1 },
			options: { registration: 'manual' },
		},
	};
}

function chooseBare(type: string, hasCredential: boolean): Choice {
	return { type: `n8n-nodes-bare.${type}`, hasCredential, parameters: {} };
}

const choices: Record<Exclude<Subject, 'webhook-node'>, Choice> = {
	'bare-trigger': chooseBare('bareTrigger', false),
	'bare-credential': chooseBare('bareTrigger', true),
	'bare-item': chooseBare('bareItemTrigger', false),
	'bare-item-credential': chooseBare('bareItemTrigger', true),
	ours: chooseOurs('off', 'conversation'),
	'ours-jwt': chooseOurs('require', 'conversation'),
	'ours-jwt-raw': chooseOurs('require', 'raw'),
};

function createTrigger(subject: Subject, credential: CredentialReference): Node {
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
	const { type, parameters, hasCredential } = choices[subject];
	const node = { ...shared, type, parameters };
	return hasCredential ? { ...node, credentials: { voiceAgentTokenApi: credential } } : node;
}

/** Publishes the workflow of a subject and answers its address. */
export async function publishSubject(
	client: N8nClient,
	n8nUrl: string,
	subject: Subject,
	saved: boolean,
	credential: CredentialReference,
): Promise<string> {
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
	return `${n8nUrl}/webhook/${path}`;
}
