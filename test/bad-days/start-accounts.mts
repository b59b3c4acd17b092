import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import { startPostgres } from '../../host/services/start-postgres.mts';
import type { SandboxRegistration } from '../../sandbox/types.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import { importExample } from '../examples/import-example.mts';
import { setUps } from '../examples/set-ups.mts';
import { keepCredentials } from '../examples/start-host.mts';
import { startMailServer } from '../examples/targets/start-mail-server.mts';
import { startVendors } from '../examples/targets/vendors/start-vendors.mts';
import { connectAtSandbox } from '../support/n8n/connect-at-sandbox.mts';
import { startHost } from '../support/n8n/start-host.mts';
import { findDatabase } from '../support/n8n/trigger-scene.mts';
import { adaptTo } from './adapt-example.mts';

/** Number of cells that are tried at once. */
const accountCount = 6;

interface Published {
	workflow: SavedWorkflow;
	registrations: SandboxRegistration[];
}

/** A user of n8n and of every vendor, in whose account one cell at a time is tried. */
export type Account = Awaited<ReturnType<typeof startAccounts>>['accounts'][number];

/** One real n8n for all accounts. Each has a service, vendors, mails, chats, files and tables of its own. */
export async function startAccounts() {
	const names = Array.from({ length: accountCount }, (_, index) => `-${index + 1}`);
	const standIns = await startVendors(names);
	const postgres = await startPostgres({ databases: names });
	// n8n rejects a folder that is reached over a symbolic link.
	const files = await mkdtemp(join(await realpath(tmpdir()), 'voice-agent-days-'));
	const look = import.meta.resolve('../examples/look-for-waiting.mjs');
	const host = await startHost(
		{ retryDelaysMs: [] },
		{
			GENERIC_TIMEZONE: 'UTC',
			N8N_RESTRICT_FILE_ACCESS_TO: files,
			NODE_OPTIONS: `--import ${look}`,
			...standIns.environment,
		},
	);
	const { client, session, n8n } = host;
	const database = new DatabaseSync(findDatabase(host), { timeout: 60_000 });

	const createAccount = async (vendors: (typeof standIns.accounts)[number], index: number) => {
		const name = names[index] ?? '';
		const mail = await startMailServer(vendors.switchboard);
		const redirectUris = [`${n8n.url}/rest/oauth2-credential/callback`];
		const sandbox = await startSandbox({ redirectUris, retryDelaysMs: [] });
		const sides = { sandbox, session, client };
		const folder = join(files, name);
		await mkdir(folder);
		const { host: address, port, user, password } = postgres;
		const account = {
			...{ name, vendors, sandbox, session, client, database, n8nUrl: n8n.url },
			mails: mail.mails,
			...{ hook: vendors.chat.hook, switchboard: vendors.switchboard },
			/** For files that examples write. */
			folder,
			runSql: (sql: string) => postgres.execute(name, sql),
			readSql: (select: string) => postgres.query(name, select),
			credentials: [
				...[...vendors.credentials, mail.credential],
				{
					type: 'postgres',
					nodes: ['n8n-nodes-base.postgres'],
					fields: { host: address, port, user, password, database: name, ssl: 'disable' },
				},
			],
			refer: keepCredentials(host, () => connectAtSandbox(sides, `Voice Agent ${name}`)),
			errorWorkflow: '',
			/** What is published there, with where the service delivers to; by the name of a day. */
			published: new Map<string, Published>(),
			close: () => Promise.all([mail.close(), sandbox.close()]),
		};
		const adapt = adaptTo({ name, folder, hook: vendors.chat.errorHook });
		const { id } = await importExample(account, 'error-workflow', {
			...setUps['error-workflow'],
			adapt,
		});
		await client.activate(id);
		return { ...account, errorWorkflow: id };
	};
	const accounts = await Promise.all(standIns.accounts.map(createAccount));

	return {
		accounts,
		close: async () => {
			database.close();
			for (const { switchboard } of accounts) switchboard.release();
			await host.close();
			await Promise.all([standIns.close(), ...accounts.map((account) => account.close())]);
			await postgres.close();
			await rm(files, { recursive: true, force: true });
		},
	};
}
