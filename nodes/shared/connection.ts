import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHookFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { createNodeError } from './node-errors';
import { readProperty } from './read-property';

/** Where the nodes meet n8n: hooks, executions and webhook calls. */
export type NodeContext = IHookFunctions | IExecuteFunctions | IWebhookFunctions;

export const signInCredential = 'voiceAgentOAuth2Api';

/** What the nodes need of the credential. Addresses have no trailing slash. */
export interface Connection {
	credentialType: typeof signInCredential;
	/** n8n's id of the credential, where it has one. */
	credentialId: string | undefined;
	baseUrl: string;
	/** `undefined` where the credential names no identity server. */
	identityUrl: string | undefined;
	appUrl: string | undefined;
	accessToken: string;
}

function readAddress(context: NodeContext, field: string, value: unknown): string | undefined {
	const address = typeof value === 'string' ? value.trim().replace(/\/+$/, '') : '';
	if (address === '') return undefined;
	if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
		throw createNodeError(context.getNode(), 'credential-address-invalid', {
			detail: `Field: ${field}`,
		});
	}
	return address;
}

function readAccessToken(credential: ICredentialDataDecryptedObject): string | undefined {
	const token = readProperty(credential.oauthTokenData, 'access_token');
	return typeof token === 'string' && token !== '' ? token : undefined;
}

/** Reads the credential of this node; throws where it is not connected or an address is unusable. */
export async function readConnection(context: NodeContext): Promise<Connection> {
	const node = context.getNode();
	const credential = await context.getCredentials(signInCredential);
	const baseUrl = readAddress(context, 'API Base Address', credential.baseUrl);
	if (baseUrl === undefined) {
		throw createNodeError(node, 'credential-address-invalid', {
			detail: 'Field: API Base Address',
		});
	}
	const accessToken = readAccessToken(credential);
	// n8n itself throws a bare TypeError for a PKCE credential that was never connected.
	if (accessToken === undefined) throw createNodeError(node, 'credential-not-connected');
	return {
		credentialType: signInCredential,
		credentialId: node.credentials?.[signInCredential]?.id ?? undefined,
		baseUrl,
		identityUrl: readAddress(context, 'Identity Server Address', credential.identityUrl),
		appUrl: readAddress(context, 'Web Application Address', credential.appUrl),
		accessToken,
	};
}
