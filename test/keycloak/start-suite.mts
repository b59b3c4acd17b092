import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import * as z from 'zod/v4';
import { ensureKeycloak } from '../../host/keycloak/install-keycloak.mts';
import { openAdmin, type KeycloakAdmin } from '../../host/keycloak/keycloak-admin.mts';
import { runKeycloak, type RunningKeycloak } from '../../host/keycloak/run-keycloak.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { startHost, type Host } from '../e2e/start-host.mts';
import {
	connectInN8n,
	saveInN8n,
	type ConnectOptions,
	type SavedCredential,
} from './connect-in-n8n.mts';
import { audience, describeRealm, secret } from './describe-realm.mts';
import { startProxy, type Proxy } from './start-proxy.mts';

/** A realm of its own behind its own proxy, with the sandbox's API that takes its tokens. */
export interface Stage {
	/** The realm as a user enters it, through the proxy. */
	identityServerUrl: string;
	/** n8n's redirect URI. */
	callback: string;
	proxy: Proxy;
	sandbox: Sandbox;
	/** The real n8n, which all stages share. */
	host: Host;
	/** A request to the admin API below this realm: `/users`. */
	admin(method: string, path: string, body?: unknown): Promise<unknown>;
	/** Changes these fields of what the admin API has there. */
	change(path: string, fields: Record<string, unknown>): Promise<void>;
	/** What a user enters into the credential for this client. */
	describe(clientId: string, fields?: INodeParameters): INodeParameters;
	/** A credential in n8n that is not connected. */
	save(clientId: string, fields?: INodeParameters): Promise<SavedCredential>;
	/** The whole sign-in. Throws with Keycloak's or n8n's words. */
	connect(clientId: string, options?: ConnectOptions): Promise<SavedCredential>;
	/** The path of a user or a client in the admin API. */
	findUser(username: string): Promise<string>;
	findClient(clientId: string): Promise<string>;
}

/** A real Keycloak and a real n8n, started once for all cases. */
export interface Suite {
	keycloak: RunningKeycloak;
	/** A new realm. `path` is a folder below which the identity server appears. */
	openStage(path?: string): Promise<Stage>;
	/** Ends everything, stages included. */
	close(): Promise<void>;
}

const representation = z.looseObject({});
const idList = z.array(z.looseObject({ id: z.string() })).min(1);

export async function startSuite(): Promise<Suite> {
	const closings: (() => Promise<void>)[] = [];
	const close = async (): Promise<void> => {
		const closed = await Promise.allSettled(closings.map((end) => end()));
		const failure = closed.find((end) => end.status === 'rejected');
		if (failure !== undefined) throw failure.reason;
	};
	try {
		// One after the other: at the same time each starts slower than its limit on a busy machine.
		const keycloak = await runKeycloak(await ensureKeycloak());
		closings.push(keycloak.close);
		const host = await startHost();
		closings.push(host.close);
		const admin = openAdmin(keycloak);
		const openStage: Suite['openStage'] = async (path = '') => {
			const realm = `realm-${randomUUID()}`;
			const callback = `${host.n8n.url}/rest/oauth2-credential/callback`;
			await admin.request('POST', '/realms', describeRealm(realm, callback));
			const proxy = await startProxy(keycloak.url, path);
			closings.push(proxy.close);
			const identityServerUrl = `${proxy.url}/realms/${realm}`;
			const sandbox = await startSandbox({ identityServerUrl, audience, retryDelaysMs: [] });
			closings.push(sandbox.close);
			return createStage({ realm, identityServerUrl, callback, proxy, sandbox, host, admin });
		};
		return { keycloak, openStage, close };
	} catch (error) {
		await close();
		throw error;
	}
}

interface StageParts
	extends Pick<Stage, 'identityServerUrl' | 'callback' | 'proxy' | 'sandbox' | 'host'> {
	realm: string;
	admin: KeycloakAdmin;
}

function createStage({ realm, admin, ...parts }: StageParts): Stage {
	const { host, identityServerUrl, sandbox } = parts;
	const ask: Stage['admin'] = (method, below, body) =>
		admin.request(method, `/realms/${realm}${below}`, body);
	const findId = async (below: string): Promise<string> =>
		idList.parse(await ask('GET', below))[0]?.id ?? '';
	const describe: Stage['describe'] = (clientId, fields = {}) => ({
		apiBaseUrl: sandbox.url,
		identityServerUrl,
		applicationType: clientId === 'confidential' ? 'confidential' : 'public',
		clientId,
		...(clientId === 'confidential' && { clientSecret: secret }),
		...fields,
	});
	const save: Stage['save'] = (clientId, fields) => saveInN8n(host, describe(clientId, fields));
	return {
		...parts,
		admin: ask,
		change: async (below, fields) => {
			const before = representation.parse(await ask('GET', below));
			await ask('PUT', below, { ...before, ...fields });
		},
		describe,
		save,
		connect: async (clientId, options = {}) => {
			const credential = await save(clientId, options.fields);
			await connectInN8n(host, credential, options);
			return credential;
		},
		findUser: async (username) =>
			`/users/${await findId(`/users?exact=true&username=${username}`)}`,
		findClient: async (clientId) => `/clients/${await findId(`/clients?clientId=${clientId}`)}`,
	};
}
