import { randomUUID } from 'node:crypto';
import { signIn } from '../../host/sign-in.mts';
import { connectCredential } from '../../host/n8n/connect-credential.mts';
import type { N8nClient } from '../../host/n8n/n8n-client.mts';
import type { N8nSession } from '../../host/n8n/n8n-session.mts';
import { attachCredential, credentialType, triggerType } from '../../host/demo/prepare-example.mts';
import { describeCredential } from '../../host/demo/run-demonstration.mts';
import type { Sandbox } from '../../sandbox/types.mts';

/**
 * Publishes what a user would: a signed-in credential, a trigger that registers itself and takes only
 * what verifies, and behind it a call of the service, which n8n tries again while the service is away.
 */
export async function publishWorkflow(
	session: N8nSession,
	client: N8nClient,
	sandbox: Sandbox,
): Promise<{ path: string; workflowId: string }> {
	const name = 'Soak';
	const id = await client.createCredential(name, credentialType, describeCredential(sandbox));
	await connectCredential(session, id, async (authorizationUrl) => {
		const { username, password } = sandbox.user;
		return (await signIn({ authorizationUrl, username, password })).callbackUrl;
	});
	const webhookId = randomUUID();
	const file = attachCredential(
		{
			name,
			nodes: [
				{
					id: randomUUID(),
					name: 'Trigger',
					type: triggerType,
					typeVersion: 1,
					position: [0, 0],
					webhookId,
					parameters: { verifyDeliveries: 'require' },
				},
				{
					id: randomUUID(),
					name: 'Who Is Signed In?',
					type: 'n8n-nodes-voice-agent.voiceAgent',
					typeVersion: 1,
					position: [200, 0],
					parameters: { resource: 'user', operation: 'getCurrent' },
					retryOnFail: true,
					maxTries: 5,
					waitBetweenTries: 5000,
				},
			],
			connections: {
				Trigger: { main: [[{ node: 'Who Is Signed In?', type: 'main', index: 0 }]] },
			},
			settings: { saveDataSuccessExecution: 'all' },
		},
		{ id, name },
	);
	const workflow = await client.createWorkflow(file);
	await client.activate(workflow.id);
	return { path: `/webhook/${webhookId}/webhook`, workflowId: workflow.id };
}
