import * as z from 'zod/v4';
import type { SandboxRegistration } from '../../sandbox/types.mts';
import type { N8nClient } from '../n8n/n8n-client.mts';
import type { SavedWorkflow } from '../n8n/n8n-workflow-types.mts';
import { isProductionUrl } from './keep-sandbox.mts';
import { findTrigger } from '../n8n/voice-agent-nodes.mts';

/**
 * Publishes the workflow, which then is the one that the sandbox delivers to, once. Gives it as n8n
 * holds it.
 */
export async function publishExample(
	client: N8nClient,
	workflow: SavedWorkflow,
	registrations: SandboxRegistration[],
): Promise<SavedWorkflow> {
	const { webhookId } = findTrigger(workflow);
	await client.activate(workflow.id);
	let published = workflow;
	if (!isDelivered(registrations, webhookId)) {
		await client.deactivate(workflow.id);
		published = await client.updateWorkflow(raiseRegisterAgain(workflow));
		await client.activate(workflow.id);
	}
	dropReplaced(registrations, webhookId);
	return published;
}

// The user may have deleted or disabled the webhook on the sandbox's page, which n8n cannot know.
const isDelivered = (registrations: SandboxRegistration[], webhookId: string): boolean =>
	registrations.some(({ url, body }) => isProductionUrl(url, webhookId) && body.enabled !== false);

const triggerOptions = z.looseObject({ registerAgain: z.number().default(1) });

/** The same workflow with a higher Register Again, by which its trigger registers anew. */
export function raiseRegisterAgain(workflow: SavedWorkflow): SavedWorkflow {
	const trigger = findTrigger(workflow);
	const options = triggerOptions.parse(trigger.parameters.options ?? {});
	const parameters = {
		...trigger.parameters,
		options: { ...options, registerAgain: options.registerAgain + 1 },
	};
	const nodes = workflow.nodes.map((node) =>
		node.id === trigger.id ? { ...node, parameters } : node,
	);
	return { ...workflow, nodes };
}

/**
 * To the trigger a sandbox on another port is a new service, which does not know the webhook yet. It is
 * the same sandbox: drops the older registrations of the webhook.
 */
export function dropReplaced(registrations: SandboxRegistration[], webhookId: string): void {
	const [, ...older] = registrations
		.filter(({ url }) => isProductionUrl(url, webhookId))
		.toReversed();
	for (const entry of older) registrations.splice(registrations.indexOf(entry), 1);
}
