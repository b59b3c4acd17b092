import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import * as z from 'zod/v4';
import { ensureKeycloak } from '../../host/keycloak/install-keycloak.mts';
import { openAdmin } from '../../host/keycloak/keycloak-admin.mts';
import { runKeycloak } from '../../host/keycloak/run-keycloak.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import { startHost } from '../support/n8n/start-host.mts';
import { connectInN8n, saveInN8n, type ConnectOptions } from './connect-in-n8n.mts';
import { audience, describeRealm, secret } from './describe-realm.mts';
import { startProxy } from './start-proxy.mts';

/** A real Keycloak and a real n8n, started once for all cases. */
export type Suite = Awaited<ReturnType<typeof startSuite>>;

/** A realm of its own behind its own proxy, with the sandbox's API that takes its tokens. */
export type Stage = Awaited<ReturnType<Suite['openStage']>>;

const representation = z.looseObject({});
const idList = z.array(z.looseObject({ id: z.string() })).min(1);

/** A stage for the tests of a section: there from its first `beforeAll` on. */
export function useStage(useSuite: () => Suite): Stage {
	const stage: Stage = Object.create(null);
	beforeAll(async () => void Object.assign(stage, await useSuite().openStage()));
	return stage;
}

export async function startSuite() {
	const closings: (() => Promise<void>)[] = [];
	/** Ends everything, stages included. */
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
		const { request } = openAdmin(keycloak);

		/** A new realm. `path` is a folder below which the identity server appears. */
		const openStage = async (path = '') => {
			const realm = `realm-${randomUUID()}`;
			const callback = `${host.n8n.url}/rest/oauth2-credential/callback`;
			await request('POST', '/realms', describeRealm(realm, callback));
			const proxy = await startProxy(keycloak.url, path);
			closings.push(proxy.close);
			const identityServerUrl = `${proxy.url}/realms/${realm}`;
			const sandbox = await startSandbox({ identityServerUrl, audience, retryDelaysMs: [] });
			closings.push(sandbox.close);

			const admin = (method: string, below: string, body?: unknown) =>
				request(method, `/realms/${realm}${below}`, body);
			const findId = async (below: string): Promise<string> =>
				idList.parse(await admin('GET', below))[0]?.id ?? '';
			const save = (clientId: string, fields: INodeParameters = {}) => {
				const isConfidential = clientId === 'confidential';
				return saveInN8n(host, {
					apiBaseUrl: sandbox.url,
					identityServerUrl,
					applicationType: isConfidential ? 'confidential' : 'public',
					clientId,
					...(isConfidential && { clientSecret: secret }),
					...fields,
				});
			};
			return {
				/** The realm as a user enters it, through the proxy. */
				identityServerUrl,
				/** n8n's redirect URI. */
				callback,
				proxy,
				sandbox,
				/** The real n8n, which all stages share. */
				host,
				/** A request to the admin API below this realm: `/users`. */
				admin,
				/** Changes these fields of what the admin API has there. */
				change: async (below: string, fields: Record<string, unknown>): Promise<void> => {
					const before = representation.parse(await admin('GET', below));
					await admin('PUT', below, { ...before, ...fields });
				},
				/** A credential in n8n that is not connected. */
				save,
				/** The whole sign-in. Throws with Keycloak's or n8n's words. */
				connect: async (clientId: string, options: ConnectOptions = {}) => {
					const { staySignedIn, fields } = options;
					const ofSignIn = staySignedIn !== undefined && { advancedSettings: true, staySignedIn };
					const credential = await save(clientId, { ...ofSignIn, ...fields });
					await connectInN8n(host, credential, options);
					return credential;
				},
				/** The path of a user or a client in the admin API. */
				findUser: async (username: string) =>
					`/users/${await findId(`/users?exact=true&username=${username}`)}`,
				findClient: async (clientId: string) =>
					`/clients/${await findId(`/clients?clientId=${clientId}`)}`,
			};
		};
		return { keycloak, openStage, close };
	} catch (error) {
		await close();
		throw error;
	}
}
