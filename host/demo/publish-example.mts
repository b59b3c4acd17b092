import * as z from 'zod/v4';
import type { SandboxRegistration } from '../../sandbox/types.mts';
import type { N8nClient } from '../n8n/n8n-client.mts';
import type { SavedWorkflow } from '../n8n/n8n-workflow-types.mts';
import { buildWebhookUrl, findTrigger } from '../n8n/voice-agent-nodes.mts';

/** Publishes the workflow, so that the sandbox delivers to it. Gives it as n8n holds it. */
export async function publishExample(
	client: N8nClient,
	n8nUrl: string,
	workflow: SavedWorkflow,
	registrations: SandboxRegistration[],
): Promise<SavedWorkflow> {
	const webhookUrl = buildWebhookUrl(n8nUrl, workflow);
	await client.activate(workflow.id);
	// The user may have deleted or disabled the webhook on the sandbox's page, which n8n cannot know.
	const isDelivered = registrations.some(
		({ url, body }) => url.startsWith(webhookUrl) && body.enabled !== false,
	);
	if (isDelivered) return workflow;
	await client.deactivate(workflow.id);
	const published = await client.updateWorkflow(raiseRegisterAgain(workflow));
	await client.activate(workflow.id);
	return published;
}

const triggerOptions = z.looseObject({ registerAgain: z.number().default(1) });

/** The same workflow with a higher Register Again, by which its trigger registers anew. */
function raiseRegisterAgain(workflow: SavedWorkflow): SavedWorkflow {
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
