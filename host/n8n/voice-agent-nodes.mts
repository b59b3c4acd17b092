import { randomUUID } from 'node:crypto';
import type { Sandbox } from '../../sandbox/types.mts';
import type { SavedWorkflow, WorkflowFile, WorkflowNode } from './n8n-workflow-types.mts';

export const credentialType = 'voiceAgentOAuth2Api';
export const triggerType = 'n8n-nodes-voice-agent.voiceAgentTrigger';

/** Gives every trigger of ours a webhook of its own, as the editor does on import, and the credential. */
export function attachCredential<T extends WorkflowFile>(
	workflow: T,
	credential: { id: string; name: string },
): T {
	const nodes = workflow.nodes.map((node) =>
		node.type.startsWith('n8n-nodes-voice-agent.')
			? {
					...node,
					...(node.type === triggerType && { webhookId: node.webhookId ?? randomUUID() }),
					credentials: { ...node.credentials, [credentialType]: credential },
				}
			: node,
	);
	return { ...workflow, nodes };
}

/** How the URL begins that the workflow's trigger registers, once it is published in this n8n. */
export const buildWebhookUrl = (n8nUrl: string, workflow: SavedWorkflow): string =>
	`${n8nUrl}/webhook/${findTrigger(workflow).webhookId}/`;

/** The workflow's trigger with its webhook. Throws if the user has removed it. */
export function findTrigger({ nodes }: SavedWorkflow): WorkflowNode & { webhookId: string } {
	for (const { webhookId, ...node } of nodes) {
		if (node.type === triggerType && webhookId !== undefined) return { ...node, webhookId };
	}
	throw new Error('The workflow holds no Voice Agent Trigger any more.');
}

/** The fields that a user of the sandbox would type into the credential. */
export function describeCredential(sandbox: Sandbox): Record<string, unknown> {
	return {
		apiBaseUrl: sandbox.url,
		identityServerUrl: sandbox.identityServerUrl,
		webAppUrl: sandbox.url,
		applicationType: 'public',
		clientId: sandbox.clients.public.clientId,
	};
}
