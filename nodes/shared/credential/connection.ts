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
	baseUrl: 'API Base Address',
	identityUrl: 'Identity Server Address',
	appUrl: 'Web Application Address',
};

/** What the nodes need to call the service. Addresses are in their normal form, without a slash at the end. */
export type Connection = {
	credentialKind: CredentialKind;
	/** n8n's id of the credential, if it has one. */
	credentialId: string | undefined;
	baseUrl: string;
	/** `undefined` if the credential names no identity server. */
	identityUrl: string | undefined;
	appUrl: string | undefined;
	accessToken: string;
	/** `undefined` for a pasted access token. */
	signIn: SignIn | undefined;
};

/** An address of the credential in its normal form; throws if it is none that requests may go to. */
export function readAddress(
	context: NodeContext,
	credential: Credential,
	field: AddressField,
): string | undefined {
	const parsed = parseCredentialAddress(credential.data, field);
	if (parsed.success) return parsed.address;
	throwNodeError(context, parsed.error.code, { detail: `Field: ${addressNames[field]}` });
}

/** The identity server's address, from a credential that need not be connected; throws without one. */
export async function readIdentityUrl(context: NodeContext, itemIndex?: number): Promise<string> {
	const identityUrl = readAddress(context, await readCredential(context), 'identityUrl');
	if (identityUrl === undefined) {
		throwNodeError(context, 'identity-address-missing', { itemIndex });
	}
	return identityUrl;
}

/** Reads the credential of this node; throws if it is not connected or an address is unusable. */
export async function readConnection(context: NodeContext): Promise<Connection> {
	const credential = await readCredential(context);
	const { kind, id, data } = credential;
	const { accessToken, signIn } =
		kind === 'voiceAgentTokenApi' ? parsePastedSignIn(data) : parseOAuth2SignIn(data);
	const baseUrl = readAddress(context, credential, 'baseUrl') ?? '';
	// n8n itself throws a bare TypeError for a PKCE credential that was never connected.
	if (accessToken === undefined) throwNodeError(context, 'credential-not-connected');
	return {
		credentialKind: kind,
		credentialId: id,
		baseUrl,
		identityUrl: readAddress(context, credential, 'identityUrl'),
		appUrl: readAddress(context, credential, 'appUrl'),
		accessToken,
		signIn,
	};
}
