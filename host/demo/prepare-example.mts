import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/v4';
import type { SandboxRegistration } from '../../sandbox/types.mts';
import { projectRoot } from '../../scripts/project-paths.mjs';
import type { N8nClient } from '../n8n/n8n-client.mts';
import type { N8nSession } from '../n8n/n8n-session.mts';
import { workflowFile, type SavedWorkflow, type WorkflowFile } from '../n8n/n8n-workflow-types.mts';
import {
	attachCredential,
	buildWebhookUrl,
	credentialType,
	findTrigger,
} from '../n8n/voice-agent-nodes.mts';

const listed = z.array(z.object({ id: z.string() }));

/** The workflow that `npm start` shows. */
export async function readDemoWorkflow(): Promise<WorkflowFile> {
	const file = join(projectRoot, 'host', 'demo', 'demo-workflow.json');
	return workflowFile.parse(JSON.parse(await readFile(file, 'utf8')));
}

/** Writes the credential's fields; keeps its id if n8n still has it. Returns the id. */
export async function putCredential(
	session: N8nSession,
	client: N8nClient,
	credential: { id?: string; name: string; data: Record<string, unknown> },
): Promise<string> {
	const known = listed.parse(await session.rest('GET', '/credentials'));
	const { id, name, data } = credential;
	if (id === undefined || !known.some((entry) => entry.id === id)) {
		return client.createCredential(name, credentialType, data);
	}
	await client.updateCredential(id, name, credentialType, data);
	return id;
}

/** The workflow of an earlier start if n8n still has it, else the one of the demo. Not yet active. */
export async function putWorkflow(
	client: N8nClient,
	id: string | undefined,
	credential: { id: string; name: string },
): Promise<SavedWorkflow> {
	const kept = id === undefined ? undefined : await client.findWorkflow(id);
	if (kept === undefined) {
		return client.createWorkflow(attachCredential(await readDemoWorkflow(), credential));
	}
	// Ports may have changed since: only what is published afresh asks whether its webhook still fits.
	if (kept.active) await client.deactivate(kept.id);
	return client.updateWorkflow(attachCredential(kept, credential));
}

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
