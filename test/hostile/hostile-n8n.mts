import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../host/n8n/n8n-client.mts';
import { openSession, type N8nSession } from '../../host/n8n/n8n-session.mts';
import type { SavedWorkflow, WorkflowNode } from '../../host/n8n/n8n-workflow-types.mts';
import { startN8n, type RunningN8n } from '../../host/n8n/start-n8n.mts';
import { chainNodes, createNode, createTrigger } from '../e2e/trigger-scene.mts';

/** A workflow that is published: a node that receives, and one behind it. */
export interface Receiver {
	workflow: SavedWorkflow;
	url: string;
}

/** An n8n of its own for bodies that do harm. */
export interface HostileN8n {
	n8n: RunningN8n;
	session: N8nSession;
	/** Holds the database. */
	dataFolder: string;
	/** Publishes n8n's own Webhook node. */
	publishWebhook(): Promise<Receiver>;
	/** Publishes the trigger, which verifies nothing. */
	publishTrigger(parameters?: {
		options?: Record<string, unknown>;
		[name: string]: unknown;
	}): Promise<Receiver>;
	stop(): Promise<void>;
}

export async function startHostileN8n(): Promise<HostileN8n> {
	const dataFolder = await mkdtemp(join(tmpdir(), 'voice-agent-hostile-'));
	const n8n = await startN8n({ dataFolder });
	const owner = { email: 'owner@example.com', password: 'Hostile-owner-1' };
	const session = await openSession(n8n.url, owner);
	const client = createClient(session);
	const publish = async (node: WorkflowNode, webhookId: string): Promise<SavedWorkflow> => {
		const behind = createNode('Behind', 'n8n-nodes-base.noOp', 1);
		const workflow = await client.createWorkflow(chainNodes([{ ...node, webhookId }, behind]));
		await client.activate(workflow.id);
		return workflow;
	};
	return {
		n8n,
		session,
		dataFolder,
		async publishWebhook() {
			const path = randomUUID();
			const node = createNode('Webhook', 'n8n-nodes-base.webhook', 2, {
				httpMethod: 'POST',
				path,
				options: {},
			});
			return { workflow: await publish(node, randomUUID()), url: `${n8n.url}/webhook/${path}` };
		},
		async publishTrigger({ options, ...parameters } = {}) {
			const webhookId = randomUUID();
			const node = createTrigger({
				authentication: 'none',
				options: { registration: 'manual', ...options },
				verifyDeliveries: 'off',
				...parameters,
			});
			const workflow = await publish(node, webhookId);
			return { workflow, url: `${n8n.url}/webhook/${webhookId}/webhook` };
		},
		async stop() {
			await n8n.stop();
			await rm(dataFolder, { recursive: true, force: true });
		},
	};
}
