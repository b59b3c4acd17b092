import type { Sandbox, SandboxClient } from '../../../sandbox/types.mts';
import { StoredCredential } from './stored-credential.mts';

/** A credential as n8n decrypts it, its expressions resolved, after a finished sign-in. */
export async function connectCredential(
	sandbox: Sandbox,
	client: SandboxClient = sandbox.clients.public,
): Promise<StoredCredential> {
	const { clientId, clientSecret } = client;
	const tokens = await sandbox.identity.issueTokens({ clientId });
	return new StoredCredential({
		apiBaseUrl: sandbox.url,
		identityServerUrl: sandbox.identityServerUrl,
		webAppUrl: sandbox.url,
		applicationType: clientSecret ? 'confidential' : 'public',
		clientId,
		...(clientSecret && { clientSecret }),
		grantType: 'pkce',
		authentication: 'body',
		authUrl: `${sandbox.identityServerUrl}/protocol/openid-connect/auth`,
		accessTokenUrl: `${sandbox.identityServerUrl}/protocol/openid-connect/token`,
		scope: 'openid profile email offline_access',
		authQueryParameters: '',
		oauthTokenData: { ...tokens },
	});
}

/** {@link connectCredential} with these fields of the token response in place of its own. */
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
