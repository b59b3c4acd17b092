import { normalizeAddress, parseHttpUrl } from '../../../core';
import { throwNodeError } from '../errors/node-errors';
import { readCredential, readText, type Credential, type CredentialKind } from './read-credential';
import type { NodeContext } from '../node-context';
import { readProperty } from '../parameters/read-property';

/** What only an OAuth2 sign-in has. */
export type SignIn = {
	clientId: string;
	/** Confidential applications only. */
	clientSecret: string | undefined;
	refreshToken: string | undefined;
	idToken: string | undefined;
	/** Scopes that were asked for. */
	askedScope: string;
	/** Scopes that the identity server granted, where it said so. */
	grantedScope: string | undefined;
	/** Whether new access tokens are verified before use. */
	verifyTokens: boolean;
};

/** What the nodes need to call the service. Addresses are in their normal form, without a slash at the end. */
export type Connection = {
	credentialKind: CredentialKind;
	/** n8n's id of the credential, where it has one. */
	credentialId: string | undefined;
	baseUrl: string;
	/** `undefined` where the credential names no identity server. */
	identityUrl: string | undefined;
	appUrl: string | undefined;
	accessToken: string;
	/** `undefined` for a pasted access token. */
	signIn: SignIn | undefined;
};

/** An address of the credential in its normal form; throws where it is no http(s) address. */
export function readAddress(
	context: NodeContext,
	credential: Credential,
	field: 'baseUrl' | 'identityUrl' | 'appUrl',
): string | undefined {
	const names = {
		baseUrl: 'API Base Address',
		identityUrl: 'Identity Server Address',
		appUrl: 'Web Application Address',
	};
	const text = readText(credential.data[field]);
	if (text === undefined && field !== 'baseUrl') return undefined;
	const address = normalizeAddress(text ?? '');
	if (parseHttpUrl(address) === undefined) {
		throwNodeError(context, 'credential-address-invalid', {
			detail: `Field: ${names[field]}`,
		});
	}
	return address;
}

/** Reads the credential of this node; throws where it is not connected or an address is unusable. */
export async function readConnection(context: NodeContext): Promise<Connection> {
	const credential = await readCredential(context);
	const { kind, id, data } = credential;
	const accessToken = readText(
		kind === 'voiceAgentTokenApi'
			? data.accessToken
			: readProperty(data.oauthTokenData, 'access_token'),
	);
	const baseUrl = readAddress(context, credential, 'baseUrl') ?? '';
	// n8n itself throws a bare TypeError for a PKCE credential that was never connected.
	if (accessToken === undefined) {
		throwNodeError(context, 'credential-not-connected');
	}
	return {
		credentialKind: kind,
		credentialId: id,
		baseUrl,
		identityUrl: readAddress(context, credential, 'identityUrl'),
		appUrl: readAddress(context, credential, 'appUrl'),
		accessToken,
		signIn: readSignIn(credential),
	};
}

function readSignIn(credential: Credential): SignIn | undefined {
	if (credential.kind !== 'voiceAgentOAuth2Api') return undefined;
	const { data } = credential;
	const token = (name: string) => readText(readProperty(data.oauthTokenData, name));
	return {
		clientId: readText(data.clientId) ?? '',
		clientSecret: data.applicationType === 'confidential' ? readText(data.clientSecret) : undefined,
		refreshToken: token('refresh_token'),
		idToken: token('id_token'),
		askedScope: readText(data.scope) ?? '',
		grantedScope: token('scope'),
		verifyTokens: data.verifySignIn !== false,
	};
}
