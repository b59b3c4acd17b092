import { createPublicKey, randomUUID, type JsonWebKey } from 'node:crypto';
import type { N8nClient } from '../../host/n8n/n8n-client.mts';
import type { WorkflowNode } from '../../host/n8n/n8n-workflow-types.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { chainNodes, createNode, createTrigger } from '../../test/support/n8n/trigger-scene.mts';
import { BESIDE_PACKAGE } from './bench-packages.mts';

/** What is measured: workflows that end with the same node, begun by different ones. */
export const subjectNames = {
	'webhook-node': "n8n's Webhook node",
	'webhook-code': 'Webhook node with JWT, and a Code node',
	'bare-trigger': 'bare community trigger',
	ours: 'Voice Agent Trigger, JWT required',
	beside: 'the same of the other clone',
} as const;

export type Subject = keyof typeof subjectNames;

/** @param otherClone whose trigger is measured, too */
export function listSubjects(otherClone: string | undefined): Subject[] {
	const subjects: Subject[] = ['webhook-node', 'webhook-code', 'bare-trigger', 'ours'];
	return otherClone === undefined ? subjects : [...subjects, 'beside'];
}

/** The workflow of a subject that is published. */
export interface PublishedSubject {
	workflowId: string;
	url: string;
}

/** What somebody writes who has no Voice Agent Trigger. */
const code = `
const { data } = $input.first().json.body;
const turns = data.history ?? [];
const spoken = turns.filter(({ role, content }) => content && (role === 'User' || role === 'Assistant'));
const latencies = turns
	.map(({ metrics }) => metrics?.e2e_latency)
	.filter((latency) => typeof latency === 'number')
	.sort((a, b) => a - b);
const at = (share) => latencies[Math.floor((latencies.length - 1) * share)] ?? null;
const hasTalked = spoken.some(({ role }) => role === 'User');
return [{ json: {
	id: data.id,
	transcript: spoken.map(({ role, content }) => role + ': ' + content.replace(/\\s+/g, ' ')).join('\\n'),
	outcome: data.error_message ? 'failed' : hasTalked ? 'conversation' : 'no_answer',
	customer: data.campaign_id ? data.to_number : data.from_number,
	latency: { count: latencies.length, median: at(0.5), p95: at(0.95), maximum: at(1) },
} }];
`;

/** Creates the credentials of the subjects: ours, and the key that n8n's Webhook node checks tokens by. */
export async function createCredentials(client: N8nClient, sandbox: Sandbox) {
	const create = async (type: string, data: Record<string, unknown>) => ({
		[type]: { id: await client.createCredential('Bench', type, data), name: 'Bench' },
	});
	const { keys } = await sandbox.identity.jwks();
	const key = createPublicKey({ key: keys[0] as JsonWebKey, format: 'jwk' });
	return {
		ours: await create('voiceAgentTokenApi', {
			apiBaseUrl: sandbox.url,
			identityServerUrl: sandbox.identityServerUrl,
			accessToken: 'not-used-for-deliveries',
		}),
		jwt: await create('jwtAuth', {
			keyType: 'pemKey',
			privateKey: '',
			publicKey: key.export({ type: 'spki', format: 'pem' }),
			algorithm: 'RS256',
		}),
	};
}

type Credentials = Awaited<ReturnType<typeof createCredentials>>;

function createNodes(
	subject: Subject,
	credentials: Credentials,
): [trigger: WorkflowNode, ...others: WorkflowNode[]] {
	const webhook = { httpMethod: 'POST', path: randomUUID(), options: {} };
	const webhookType = 'n8n-nodes-base.webhook';
	switch (subject) {
		case 'webhook-node':
			return [createNode('Trigger', webhookType, 2, webhook)];
		case 'webhook-code':
			return [
				{
					...createNode('Trigger', webhookType, 2, { ...webhook, authentication: 'jwtAuth' }),
					credentials: credentials.jwt,
				},
				createNode('Code', 'n8n-nodes-base.code', 2, { jsCode: code }),
			];
		case 'bare-trigger':
			return [createNode('Trigger', 'n8n-nodes-bare.bareTrigger', 1)];
		case 'ours':
		case 'beside': {
			const node = createTrigger({
				authentication: 'accessToken',
				verifyDeliveries: 'require',
				filters: { agentTests: 'without', minimumDuration: 1 },
				options: { registration: 'manual' },
			});
			const type = subject === 'ours' ? node.type : `${BESIDE_PACKAGE}.voiceAgentTrigger`;
			return [{ ...node, type, credentials: credentials.ours }];
		}
	}
}

/** Publishes the workflow of a subject. */
export async function publishSubject(
	client: N8nClient,
	n8nUrl: string,
	subject: Subject,
	saved: boolean,
	credentials: Credentials,
): Promise<PublishedSubject> {
	const [trigger, ...others] = createNodes(subject, credentials);
	const webhookId = randomUUID();
	const nodes = [
		{ ...trigger, webhookId },
		...others,
		createNode('Behind', 'n8n-nodes-base.noOp', 1),
	];
	const { id } = await client.createWorkflow({
		...chainNodes(nodes),
		settings: { saveDataSuccessExecution: saved ? 'all' : 'none' },
	});
	await client.activate(id);
	const path = trigger.parameters.path ?? `${webhookId}/webhook`;
	return { workflowId: id, url: `${n8nUrl}/webhook/${path}` };
}
