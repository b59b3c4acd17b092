import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../../host/n8n/n8n-client.mts';
import { openSession } from '../../../host/n8n/n8n-session.mts';
import type { SavedWorkflow } from '../../../host/n8n/n8n-workflow-types.mts';
import { findTrigger } from '../../../host/n8n/voice-agent-nodes.mts';
import { startN8n, type RunningN8n } from '../../../host/n8n/start-n8n.mts';
import { startSandbox } from '../../../sandbox/start-sandbox.mts';
import type { SandboxOptions } from '../../../sandbox/types.mts';
import { connectAtSandbox, type CredentialReference } from './connect-at-sandbox.mts';
import { findSecrets, listSecrets } from './find-secrets.mts';

/** A real n8n and the sandbox beside it, each on ports of its own, and what a user would do with them. */
export type Host = Awaited<ReturnType<typeof startHost>>;

/** Starts both with an empty data folder, which `close` removes. */
export async function startHost(
	options: SandboxOptions = {},
	environment: Record<string, string> = {},
) {
	const dataFolder = await mkdtemp(join(tmpdir(), 'voice-agent-e2e-'));
	const n8n = await startN8n({ dataFolder, environment });
	const sandbox = await startSandbox({
		redirectUris: [`${n8n.url}/rest/oauth2-credential/callback`],
		...options,
	});
	const session = await openSession(n8n.url, {
		email: 'owner@example.com',
		password: 'Sandbox-e2e-1',
	});
	const client = createClient(session);

	return {
		sandbox,
		n8n,
		session,
		client,
		/** Creates a credential with these fields over the usual ones, and connects it. */
		connect: (fields?: Record<string, unknown>): Promise<CredentialReference> =>
			connectAtSandbox({ sandbox, session, client }, `Voice Agent ${randomUUID()}`, { fields }),
		/**
		 * Ends both. Throws if n8n wrote down a token, a code or a secret, or if anybody called the event
		 * endpoint that is for documentation alone.
		 */
		close: async (): Promise<void> => {
			try {
				await n8n.stop();
				const found = await findSecrets(dataFolder, listSecrets(sandbox));
				if (found.length > 0) throw new Error(`n8n wrote down: ${found.join(', ')}`);
				expect(sandbox.trappedCalls).toEqual([]);
			} finally {
				await sandbox.close();
				await rm(dataFolder, { recursive: true, force: true });
			}
		},
	};
}

/**
 * Both for the tests of the file that calls this, which may take 600 s each: there from its first
 * `beforeAll` on.
 */
export function useHost(options?: SandboxOptions): Host {
	jest.setTimeout(600_000);
	const host: Host = Object.create(null);
	beforeAll(async () => void Object.assign(host, await startHost(options)));
	afterAll(async () => await host.close());
	return host;
}

/** The production address of the workflow's trigger. */
export function findWebhookUrl(n8n: RunningN8n, workflow: SavedWorkflow): string {
	return `${n8n.url}/webhook/${findTrigger(workflow).webhookId}/webhook`;
}
