import {
	type AddressField,
	parseCredentialAddress,
	parseOAuth2SignIn,
	parsePastedSignIn,
	type SignIn,
} from '../../../core';
import { throwNodeError } from '../errors/node-errors';
import { readCredential, type Credential, type CredentialKind } from './read-credential';
import type { NodeContext } from '../node-context';

/** What the addresses are called in the credential's form. */
const addressNames: Readonly<Record<AddressField, string>> = {
	apiBaseUrl: 'API Base URL',
	identityServerUrl: 'Identity Server URL',
	issuer: 'Issuer',
	webAppUrl: 'Web App URL',
};

/** What the nodes need to call the service. Addresses are in their normal form, without a slash at the end. */
export type Connection = {
	credentialKind: CredentialKind;
	/** n8n's id of the credential, if it has one. */
	credentialId: string | undefined;
	apiBaseUrl: string;
	/** `undefined` if the credential names no identity server. */
	identityServerUrl: string | undefined;
	/** What tokens must name as `iss`: the credential's Issuer, else the identity server's address. */
	issuer: string | undefined;
	webAppUrl: string | undefined;
	accessToken: string;
	/** `undefined` for a pasted access token. */
	signIn: SignIn | undefined;
};

/** The identity server as the nodes call it, and as tokens name it. */
export type IdentityServer = { identityServerUrl: string; issuer: string };

/** An address of the credential in its normal form; throws if it is none that requests may go to. */
export function readAddress(
	context: NodeContext,
	credential: Credential,
	field: AddressField,
): string | undefined {
	const parsed = parseCredentialAddress(credential.data, field);
	if (parsed.success) return parsed.address;
	throwNodeError(context, parsed.error.code, { parameter: addressNames[field] });
}

/** The identity server, from a credential that need not be connected; throws if it names none. */
export async function readIdentityServer(
	context: NodeContext,
	itemIndex?: number,
): Promise<IdentityServer> {
	const credential = await readCredential(context);
	const identityServerUrl = readAddress(context, credential, 'identityServerUrl');
	if (identityServerUrl === undefined) {
		throwNodeError(context, 'identity-server-url-missing', { itemIndex });
	}
	return {
		identityServerUrl,
		issuer: readAddress(context, credential, 'issuer') ?? identityServerUrl,
	};
}

/** Reads the credential of this node; throws if it is not connected or an address is unusable. */
export async function readConnection(context: NodeContext): Promise<Connection> {
	const credential = await readCredential(context);
	const { kind, id, data } = credential;
	const { accessToken, signIn } =
		kind === 'voiceAgentTokenApi' ? parsePastedSignIn(data) : parseOAuth2SignIn(data);
	const apiBaseUrl = readAddress(context, credential, 'apiBaseUrl') ?? '';
	const identityServerUrl = readAddress(context, credential, 'identityServerUrl');
	const issuer = readAddress(context, credential, 'issuer') ?? identityServerUrl;
	// n8n itself throws a bare TypeError for a PKCE credential that was never connected.
	if (accessToken === undefined) throwNodeError(context, 'credential-not-connected');
	return {
		credentialKind: kind,
		credentialId: id,
		apiBaseUrl,
		identityServerUrl,
		issuer,
		webAppUrl: readAddress(context, credential, 'webAppUrl'),
		accessToken,
		signIn,
	};
}
