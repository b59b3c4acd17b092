import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHost, type Host } from '../support/n8n/start-host.mts';
import { startVendors, type Vendors } from './targets/vendors/start-vendors.mts';

/** The one n8n that all examples run in, the sandbox beside it, and what the examples need of both. */
export interface ExamplesHost extends Host {
	/** Where the nodes for CRMs, Slack and Google end up. */
	vendors: Vendors;
	/** The only folder that workflows may write files to. */
	filesFolder: string;
}

export async function startExamplesHost(): Promise<ExamplesHost> {
	// n8n rejects a folder that is reached over a symbolic link.
	const filesFolder = await mkdtemp(join(await realpath(tmpdir()), 'voice-agent-files-'));
	const vendors = await startVendors();
	const host = await startHost(
		{ retryDelaysMs: [] },
		{
			N8N_RESTRICT_FILE_ACCESS_TO: filesFolder,
			GENERIC_TIMEZONE: 'UTC',
			...vendors.environment,
		},
	);
	return {
		...host,
		vendors,
		filesFolder,
		close: async () => {
			await vendors.close();
			await rm(filesFolder, { recursive: true, force: true });
			await host.close();
		},
	};
}
