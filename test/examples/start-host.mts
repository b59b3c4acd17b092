import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { authorizeCredential } from '../../host/n8n/authorize-credential.mts';
import type { CredentialReference } from '../support/n8n/connect-at-sandbox.mts';
import { startHost, type Host } from '../support/n8n/start-host.mts';
import { findDatabase } from '../support/n8n/trigger-scene.mts';
import { startMailServer } from './targets/start-mail-server.mts';
import { startVendors } from './targets/vendors/start-vendors.mts';
import { signInCode, type TargetCredential } from '../support/vendors/vendor.mts';

/** Who may open a form. */
export const formLogin = { user: 'owner', password: 'form-password-for-the-test' };

/** What a vendor's page of a sign-in does when a person has agreed. */
async function signIn(authorizationUrl: string): Promise<string> {
	const { searchParams } = new URL(authorizationUrl);
	const callback = new URL(searchParams.get('redirect_uri') ?? '');
	callback.searchParams.set('code', signInCode);
	callback.searchParams.set('state', searchParams.get('state') ?? '');
	return callback.href;
}

/** Gives the credential of a target, or of the service, in n8n: the same one each time. */
export function keepCredentials(
	{ client, session }: Pick<Host, 'client' | 'session'>,
	connect: () => Promise<CredentialReference>,
) {
	const references = new Map<string, Promise<CredentialReference>>();
	const createCredential = async ({ type, fields, signsIn }: TargetCredential) => {
		const id = await client.createCredential(type, type, fields);
		if (signsIn) await authorizeCredential(session, id, signIn);
		return { id, name: type };
	};
	return (target: TargetCredential | 'service'): Promise<CredentialReference> => {
		const key = target === 'service' ? target : target.type;
		const reference =
			references.get(key) ?? (target === 'service' ? connect() : createCredential(target));
		references.set(key, reference);
		return reference;
	};
}

/** The one n8n that all examples run in, the sandbox beside it, and what the examples call or write to. */
export type ExamplesHost = Awaited<ReturnType<typeof startExamplesHost>>;

export async function startExamplesHost() {
	// n8n rejects a folder that is reached over a symbolic link.
	const filesFolder = await mkdtemp(join(await realpath(tmpdir()), 'voice-agent-files-'));
	const standIns = await startVendors();
	const [vendors] = standIns.accounts;
	if (vendors === undefined) throw new Error('There is no account.');
	const mail = await startMailServer(vendors.switchboard);
	const environment = {
		N8N_RESTRICT_FILE_ACCESS_TO: filesFolder,
		GENERIC_TIMEZONE: 'UTC',
		NODE_OPTIONS: `--import ${import.meta.resolve('./look-for-waiting.mjs')}`,
		...standIns.environment,
	};
	const host = await startHost({ retryDelaysMs: [] }, environment);
	const credentials: TargetCredential[] = [
		...vendors.credentials,
		mail.credential,
		{ type: 'httpBasicAuth', nodes: ['n8n-nodes-base.formTrigger'], fields: formLogin },
	];
	const database = new DatabaseSync(findDatabase(host), { timeout: 60_000 });
	return {
		...host,
		/** n8n's database, which shows an ended execution at once. A request would take n8n's time. */
		database,
		/** Where every https request of n8n ends up. */
		vendors,
		mail,
		/** Empties the lists of what the targets were sent; contacts of a CRM stay. */
		forgetWritten: () => {
			vendors.forgetWritten();
			mail.mails.length = 0;
		},
		/** The only folder that workflows may write files to. */
		filesFolder,
		credentials,
		/** The credential of a target, or of the service, in n8n; the same one for all examples. */
		refer: keepCredentials(host, host.connect),
		close: async () => {
			database.close();
			await Promise.all([standIns.close(), mail.close()]);
			await rm(filesFolder, { recursive: true, force: true });
			await host.close();
		},
	};
}
