import { authorizeCredential } from '../../../host/n8n/authorize-credential.mts';
import type { N8nClient } from '../../../host/n8n/n8n-client.mts';
import type { N8nSession } from '../../../host/n8n/n8n-session.mts';
import { credentialType, describeCredential } from '../../../host/n8n/voice-agent-nodes.mts';
import { signIn } from '../../../host/sign-in.mts';
import type { Sandbox, SandboxUser } from '../../../sandbox/types.mts';

/** A credential as a node refers to it. */
export interface CredentialReference {
	id: string;
	name: string;
}

/** A real n8n with the sandbox beside it. */
interface Sides {
	sandbox: Sandbox;
	session: N8nSession;
	client: N8nClient;
}

/** Connects a credential as this user of the sandbox, for the first time or anew. */
export async function signInAs(
	{ session }: Pick<Sides, 'session'>,
	{ id }: CredentialReference,
	{ username, password }: SandboxUser,
): Promise<void> {
	await authorizeCredential(session, id, async (authorizationUrl) => {
		return (await signIn({ authorizationUrl, username, password })).callbackUrl;
	});
}

/** Creates a credential with these fields over the usual ones, and connects it. */
export async function connectAtSandbox(
	sides: Sides,
	name: string,
	{ fields = {}, user = sides.sandbox.user }: { fields?: object; user?: SandboxUser } = {},
): Promise<CredentialReference> {
	const data = { ...describeCredential(sides.sandbox), ...fields };
	const id = await sides.client.createCredential(name, credentialType, data);
	await signInAs(sides, { id, name }, user);
	return { id, name };
}

/** Creates an access token credential with these fields over the usual ones, by default with a new token. */
export async function createTokenCredential(
	{ sandbox, client }: Sides,
	fields: Record<string, unknown> = {},
): Promise<CredentialReference> {
	const { access_token: accessToken } = await sandbox.identity.issueTokens();
	const { url: apiBaseUrl, identityServerUrl } = sandbox;
	const data = { apiBaseUrl, identityServerUrl, accessToken, ...fields };
	const name = 'Access token';
	return { id: await client.createCredential(name, 'voiceAgentTokenApi', data), name };
}
