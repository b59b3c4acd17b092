import { credentialType } from '../../host/n8n/voice-agent-nodes.mts';
import { runByHand } from '../support/n8n/run-by-hand.mts';
import type { Host } from '../support/n8n/start-host.mts';
import type { CredentialReference } from '../support/n8n/connect-at-sandbox.mts';
import { createNode } from '../support/n8n/trigger-scene.mts';

/** Runs Webhook → Send Test Event by hand, and gives its one item. The service must hear nothing of it. */
export async function sendTestEvent(
	host: Host,
	credential: CredentialReference,
	webhookUrl: string,
): Promise<Record<string, unknown>> {
	const parameters = { resource: 'webhook', operation: 'sendTestEvent', webhookUrl };
	const node = createNode('Send Test Event', 'n8n-nodes-voice-agent.voiceAgent', 1, parameters);
	const registrations = [...host.sandbox.registrations];
	const run = await runByHand(host, { ...node, credentials: { [credentialType]: credential } });
	const [item, ...others] = run.items;
	if (item === undefined || others.length > 0 || run.error) {
		throw new Error(`No single item, but ${JSON.stringify(run)}`);
	}
	expect(host.sandbox.registrations).toEqual(registrations);
	return item;
}
