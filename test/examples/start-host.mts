import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type N8nClient } from '../../host/n8n/n8n-client.mts';
import { openSession, type N8nSession } from '../../host/n8n/n8n-session.mts';
import { startN8n } from '../../host/n8n/start-n8n.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { connectAtSandbox, type CredentialReference } from '../e2e/connect-at-sandbox.mts';
import { startVendors, type Vendors } from './targets/vendors/start-vendors.mts';

/** The one n8n that all examples run in, the sandbox beside it, and what the examples need of both. */
export interface ExamplesHost {
	sandbox: Sandbox;
	/** Where the nodes for CRMs, Slack and Google end up. */
	vendors: Vendors;
	session: N8nSession;
	client: N8nClient;
	/** The only folder that workflows may write files to. */
	filesFolder: string;
	/** Creates a Voice Agent credential and connects it. */
	connect(): Promise<CredentialReference>;
	close(): Promise<void>;
}

/** Starts both with an empty data folder, which `close` removes. */
export async function startHost(): Promise<ExamplesHost> {
	// n8n rejects a folder that is reached over a symbolic link.
	const folder = await realpath(await mkdtemp(join(tmpdir(), 'voice-agent-examples-')));
	const filesFolder = await mkdtemp(join(await realpath(tmpdir()), 'voice-agent-files-'));
	const vendors = await startVendors();
	const n8n = await startN8n({
		dataFolder: folder,
		environment: {
			N8N_RESTRICT_FILE_ACCESS_TO: filesFolder,
			GENERIC_TIMEZONE: 'UTC',
			...vendors.environment,
		},
	});
	const sandbox = await startSandbox({
		redirectUris: [`${n8n.url}/rest/oauth2-credential/callback`],
		retryDelaysMs: [],
	});
	const session = await openSession(n8n.url, {
		email: 'owner@example.com',
		password: 'Sandbox-examples-1',
	});
	const client = createClient(session);
	let made = 0;

	return {
		sandbox,
		vendors,
		session,
		client,
		filesFolder,
		connect: () => connectAtSandbox({ sandbox, session, client }, `Voice Agent ${++made}`),
		close: async () => {
			await n8n.stop();
			await sandbox.close();
			await vendors.close();
			await rm(folder, { recursive: true, force: true });
			await rm(filesFolder, { recursive: true, force: true });
		},
	};
}
