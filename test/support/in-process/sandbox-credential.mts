import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { Sandbox, SandboxClient } from '../../../sandbox/types.mts';
import { StoredCredential } from './stored-credential.mts';

/** A credential as n8n decrypts it, its expressions resolved, saved but not connected. */
export function describeDecrypted(
	sandbox: Sandbox,
	client: SandboxClient = sandbox.clients.public,
): ICredentialDataDecryptedObject {
	return {
		apiBaseUrl: sandbox.url,
		identityServerUrl: sandbox.identityServerUrl,
		webAppUrl: sandbox.url,
		applicationType: client.clientSecret ? 'confidential' : 'public',
		clientId: client.clientId,
		...(client.clientSecret && { clientSecret: client.clientSecret }),
		grantType: 'pkce',
		authentication: 'body',
		authUrl: `${sandbox.identityServerUrl}/protocol/openid-connect/auth`,
		accessTokenUrl: `${sandbox.identityServerUrl}/protocol/openid-connect/token`,
		scope: 'openid profile email offline_access',
		authQueryParameters: '',
	};
}

/** The same after a finished sign-in. */
export async function connectCredential(
	sandbox: Sandbox,
	client: SandboxClient = sandbox.clients.public,
): Promise<StoredCredential> {
	const tokens = await sandbox.identity.issueTokens({ clientId: client.clientId });
	return new StoredCredential({
		...describeDecrypted(sandbox, client),
		oauthTokenData: { ...tokens },
	});
}

/** The same with these tokens, or what came with them, in place of its own. */
export async function connectWith(sandbox: Sandbox, tokens: object): Promise<StoredCredential> {
	const credential = await connectCredential(sandbox);
	credential.data.oauthTokenData = { ...Object(credential.data.oauthTokenData), ...tokens };
	return credential;
}

/** A pasted access token. */
export async function pasteCredential(sandbox: Sandbox): Promise<StoredCredential> {
	const { access_token: accessToken } = await sandbox.identity.issueTokens();
	const { url: apiBaseUrl, identityServerUrl } = sandbox;
	return new StoredCredential(
		{ apiBaseUrl, identityServerUrl, webAppUrl: apiBaseUrl, accessToken },
		[],
	);
}
