import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../host/n8n/n8n-client.mts';
import { openSession } from '../../host/n8n/n8n-session.mts';
import type { SavedWorkflow, WorkflowNode } from '../../host/n8n/n8n-workflow-types.mts';
import { startN8n } from '../../host/n8n/start-n8n.mts';
import { chainNodes, createNode, createTrigger } from '../support/n8n/trigger-scene.mts';

/** A workflow that is published: a node that receives, and one behind it. */
export interface PublishedWebhook {
	workflow: SavedWorkflow;
	url: string;
}

type TriggerParameters = { options?: Record<string, unknown>; [name: string]: unknown };

export type HostileN8n = Awaited<ReturnType<typeof startHostileN8n>>;

/** An n8n of its own for bodies that do harm. */
export async function startHostileN8n() {
	const dataFolder = await mkdtemp(join(tmpdir(), 'voice-agent-hostile-'));
	const n8n = await startN8n({ dataFolder });
	const owner = { email: 'owner@example.com', password: 'Hostile-owner-1' };
	const session = await openSession(n8n.url, owner);
	const client = createClient(session);
	const publish = async (node: WorkflowNode, place: string): Promise<PublishedWebhook> => {
		const behind = createNode('Behind', 'n8n-nodes-base.noOp', 1);
		const workflow = await client.createWorkflow(chainNodes([node, behind]));
		await client.activate(workflow.id);
		return { workflow, url: `${n8n.url}/webhook/${place}` };
	};
	return {
		n8n,
		session,
		/** Holds the database. */
		dataFolder,
		/** Publishes n8n's own Webhook node. */
		publishWebhook() {
			const path = randomUUID();
			const parameters = { httpMethod: 'POST', path, options: {} };
			const node = createNode('Webhook', 'n8n-nodes-base.webhook', 2, parameters);
			return publish({ ...node, webhookId: path }, path);
		},
		/** Publishes the trigger, which verifies nothing. */
		publishTrigger({ options, ...parameters }: TriggerParameters = {}) {
			const webhookId = randomUUID();
			const node = createTrigger({
				options: { registration: 'manual', withoutCredential: true, ...options },
				verifyDeliveries: 'off',
				...parameters,
			});
			return publish({ ...node, webhookId }, `${webhookId}/webhook`);
		},
		async stop() {
			await n8n.stop();
			await rm(dataFolder, { recursive: true, force: true });
		},
	};
}
