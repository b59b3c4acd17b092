import { createHash, randomBytes } from 'node:crypto';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { VoiceAgentOAuth2Api } from '../../credentials/VoiceAgentOAuth2Api.credentials.ts';
import { signIn } from '../../host/sign-in.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { requireOfN8n } from '../support/in-process/n8n-core-services.mts';
import { resolveCredential } from '../support/in-process/resolve-credential.mts';
import { StoredCredential } from '../support/in-process/stored-credential.mts';

interface OAuth2Client {
	code: {
		getUri(): string;
		getToken(uri: string, options: object): Promise<{ data: Record<string, unknown> }>;
	};
}

/** The client with which n8n signs in, in the version that n8n-core loads. */
function createOAuth2Client(options: object): OAuth2Client {
	const { ClientOAuth2 } = requireOfN8n('@n8n/client-oauth2');
	return new ClientOAuth2(options);
}

/** Signs in by what the credential declares, as n8n's callback does it, and saves what n8n saves. */
export async function connect(
	sandbox: Sandbox,
	fields: INodeParameters,
): Promise<StoredCredential> {
	const { clientId, clientSecret = '', redirectUris } = sandbox.clients.confidential;
	const credential = resolveCredential(new VoiceAgentOAuth2Api(), {
		apiBaseUrl: sandbox.url,
		identityServerUrl: sandbox.identityServerUrl,
		webAppUrl: sandbox.url,
		applicationType: 'confidential',
		clientId,
		clientSecret,
		...fields,
	});
	const verifier = randomBytes(32).toString('base64url');
	const { code } = createOAuth2Client({
		clientId,
		accessTokenUri: credential.accessTokenUrl,
		authorizationUri: credential.authUrl,
		authentication: credential.authentication,
		redirectUri: redirectUris[0],
		scopes: [String(credential.scope)],
		state: randomBytes(8).toString('hex'),
		query: {
			...Object.fromEntries(new URLSearchParams(String(credential.authQueryParameters))),
			code_challenge: createHash('sha256').update(verifier).digest('base64url'),
			code_challenge_method: 'S256',
		},
	});
	const { username, password } = sandbox.user;
	const { callbackUrl } = await signIn({ authorizationUrl: code.getUri(), username, password });
	forbidError(callbackUrl);
	const { data } = await code.getToken(callbackUrl, {
		body: { code_verifier: verifier, client_id: clientId, client_secret: clientSecret },
	});
	return new StoredCredential({ ...credential, oauthTokenData: keep(data) });
}

/** Throws the identity server's error, which n8n's callback page would show. */
function forbidError(callbackUrl: string): void {
	const { error, error_description } = Object.fromEntries(new URL(callbackUrl).searchParams);
	if (error === undefined) return;
	throw Object.assign(new Error(error_description), { context: { code: error } });
}

/** What n8n adds: when the access token ends, if the response says how long it lasts. */
function keep(data: Record<string, unknown>): ICredentialDataDecryptedObject {
	const seconds = Number(data.expires_in);
	return JSON.parse(
		JSON.stringify({
			...data,
			...(seconds > 0 && { n8n_expires_at: String(Date.now() + seconds * 1000) }),
		}),
	);
}
