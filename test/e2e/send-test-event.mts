import { once } from 'node:events';
import { createServer } from 'node:http';
import { credentialType } from '../../host/demo/prepare-example.mts';
import { runByHand } from './run-by-hand.mts';
import type { Host } from './start-host.mts';
import { createNode, type CredentialReference } from './trigger-scene.mts';

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

/** Takes every request and never answers one. */
export async function startHangingServer(): Promise<{ url: string; close(): Promise<void> }> {
	const server = createServer(() => undefined);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The server has no port.');
	return {
		url: `http://127.0.0.1:${address.port}/webhook/1/webhook`,
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
