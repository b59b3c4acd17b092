import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { CookieJar } from 'tough-cookie';
import * as z from 'zod/v4';
import { ensureKeycloak } from '../../host/keycloak/install-keycloak.mts';
import { openAdmin, type KeycloakAdmin } from '../../host/keycloak/keycloak-admin.mts';
import { runKeycloak } from '../../host/keycloak/run-keycloak.mts';
import { VoiceAgentOAuth2Api } from '../../credentials/VoiceAgentOAuth2Api.credentials.ts';
import { VoiceAgent } from '../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { signIn } from '../../sandbox/identity/sign-in.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { createHost } from '../nodes/host/host.mts';
import { resolveCredential } from '../nodes/host/resolve-credential.mts';
import { StoredCredential } from '../nodes/host/stored-credential.mts';
import { audience, describeRealm, secret } from './describe-realm.mts';
import { readFailure } from './read-failure.mts';
import { startProxy, type Proxy } from './start-proxy.mts';

/** How a user connects a credential. Default: `demo` in a new browser. */
export interface ConnectOptions {
	username?: string;
	/** A jar used before is the same browser again. */
	cookies?: CookieJar;
	/** Over the usual fields of the credential. */
	fields?: INodeParameters;
}

/** What came of a sign-in page: the page itself, and the code or the error behind it. */
export interface PageOutcome {
	loginPage: string;
	callback: URLSearchParams;
	verifier: string;
}

/** A realm of its own behind a proxy of its own, with the sandbox's API that takes its tokens. */
export interface Stage {
	/** The realm as a user enters it, through the proxy. */
	identityUrl: string;
	proxy: Proxy;
	sandbox: Sandbox;
	/** A request to the admin API below this realm: `/users`. */
	admin(method: string, path: string, body?: unknown): Promise<unknown>;
	/** The credential as n8n decrypts it, its declared expressions resolved. */
	describe(clientId: string, fields?: INodeParameters): ICredentialDataDecryptedObject;
	/** Opens the sign-in page that the credential leads to and signs in there. Throws what it shows instead. */
	openPage(
		credential: ICredentialDataDecryptedObject,
		options?: ConnectOptions,
	): Promise<PageOutcome>;
	/** The whole sign-in. Throws with Keycloak's words. */
	connect(clientId: string, options?: ConnectOptions): Promise<StoredCredential>;
	/** The id that Keycloak gave a user or a client. */
	findUserId(username: string): Promise<string>;
	findClientId(clientId: string): Promise<string>;
	close(): Promise<void>;
}

/** A real Keycloak, started once for all cases. */
export interface Suite {
	/** A new realm. `path` is a folder below which the identity server appears. */
	openStage(path?: string): Promise<Stage>;
	close(): Promise<void>;
}

const callback = 'http://localhost:5678/rest/oauth2-credential/callback';
const idList = z.array(z.looseObject({ id: z.string() })).min(1);
const { execute } = new VoiceAgent();

export async function startSuite(): Promise<Suite> {
	const keycloak = await runKeycloak(await ensureKeycloak());
	const admin = openAdmin(keycloak);
	return {
		openStage: (path) => openStage(keycloak.url, admin, path),
		close: () => keycloak.close(),
	};
}

async function openStage(keycloakUrl: string, admin: KeycloakAdmin, path = ''): Promise<Stage> {
	const name = `realm-${randomUUID()}`;
	await admin.request('POST', '/realms', describeRealm(name, callback));
	const proxy = await startProxy(keycloakUrl, path);
	const identityUrl = `${proxy.url}/realms/${name}`;
	const sandbox = await startSandbox({ identityUrl, audience, retryDelaysMs: [] });
	const ask = (method: string, below: string, body?: unknown): Promise<unknown> =>
		admin.request(method, `/realms/${name}${below}`, body);
	const findId = async (below: string): Promise<string> =>
		idList.parse(await ask('GET', below))[0]?.id ?? '';

	const describe: Stage['describe'] = (clientId, fields = {}) =>
		resolveCredential(new VoiceAgentOAuth2Api(), {
			baseUrl: sandbox.url,
			identityUrl,
			applicationType: clientId === 'confidential' ? 'confidential' : 'public',
			clientId,
			...(clientId === 'confidential' && { clientSecret: secret }),
			...fields,
		});
	const openPage: Stage['openPage'] = async (credential, options = {}) => {
		const { username = 'demo', cookies = new CookieJar() } = options;
		const verifier = randomBytes(32).toString('base64url');
		const authorizationUrl = buildAuthorizationUrl(credential, verifier);
		const password = 'demo-password';
		const page = await signIn({ authorizationUrl, username, password, cookies });
		const { searchParams } = new URL(page.callbackUrl);
		return { loginPage: page.loginPage, callback: searchParams, verifier };
	};
	return {
		identityUrl,
		proxy,
		sandbox,
		admin: ask,
		describe,
		openPage,
		connect: async (clientId, options = {}) => {
			const credential = describe(clientId, options.fields);
			const oauthTokenData = await redeem(credential, await openPage(credential, options));
			return new StoredCredential({ ...credential, oauthTokenData });
		},
		findUserId: (username) => findId(`/users?exact=true&username=${username}`),
		findClientId: (clientId) => findId(`/clients?clientId=${clientId}`),
		close: async () => {
			await Promise.all([proxy.close(), sandbox.close()]);
		},
	};
}

/** As n8n builds it from the credential's fields. */
function buildAuthorizationUrl(
	credential: ICredentialDataDecryptedObject,
	verifier: string,
): string {
	const url = new URL(String(credential.authUrl));
	const query = new URLSearchParams(String(credential.authQueryParameters));
	query.set('client_id', String(credential.clientId));
	query.set('redirect_uri', callback);
	query.set('response_type', 'code');
	query.set('scope', String(credential.scope));
	query.set('state', randomUUID());
	query.set('code_challenge', createHash('sha256').update(verifier).digest('base64url'));
	query.set('code_challenge_method', 'S256');
	url.search = query.toString();
	return url.href;
}

/** As n8n does it on the way back, with the secret in the form. Throws with Keycloak's words. */
async function redeem(
	credential: ICredentialDataDecryptedObject,
	{ callback: answered, verifier }: PageOutcome,
): Promise<IDataObject> {
	const code = answered.get('code');
	if (code === null) throw new Error(String(answered.get('error')));
	const isConfidential = credential.applicationType === 'confidential';
	const answer = await fetch(String(credential.accessTokenUrl), {
		method: 'POST',
		body: new URLSearchParams({
			grant_type: 'authorization_code',
			code,
			redirect_uri: callback,
			code_verifier: verifier,
			client_id: String(credential.clientId),
			...(isConfidential && { client_secret: String(credential.clientSecret) }),
		}),
	});
	const body = z.record(z.string(), z.json()).parse(await answer.json());
	if (!answer.ok) throw new Error(`${String(body.error)}: ${String(body.error_description)}`);
	return body;
}

export interface Outcome {
	/** What the node emitted; undefined if it failed. */
	item: IDataObject | undefined;
	/** `works`, or the error's code and detail. */
	read: string;
}

/** Runs one operation of the action node in n8n-core's own context, which renews tokens as n8n does. */
export async function runOperation(
	credential: StoredCredential,
	parameters: INodeParameters,
): Promise<Outcome> {
	const host = createHost({ type: 'voiceAgent', credential, parameters });
	try {
		const [items = []] = await execute.call(host.execute());
		return { item: items[0]?.json, read: 'works' };
	} catch (error) {
		return { item: undefined, read: readFailure(error) };
	}
}
