import type {
	ICredentialDataDecryptedObject,
	INode,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import {
	type AddressField,
	type CredentialChecks,
	parseCredentialAddress,
	parseCredentialChecks,
	parseOAuth2SignIn,
	parsePastedSignIn,
	type SignIn,
} from '../../core/settings/credential';
import {
	decodeUnverifiedTokenClaims,
	readRefreshTokenLifetime,
	type RefreshTokenLifetime,
} from '../../core/token/claims';
import { type NodeContext, throwNodeError } from './errors';

/** Names of the addresses in the credential's form. */
const addressNames: Readonly<Record<AddressField, string>> = {
	apiBaseUrl: 'API Base URL',
	identityServerUrl: 'Identity Server URL',
	issuer: 'Issuer',
	webAppUrl: 'Web App URL',
};

/** Addresses and tokens for calls to the service. Addresses are in their normal form, without a slash at the end. */
export type Connection = {
	credentialKind: CredentialKind;
	/** n8n's id of the credential, if it has one. */
	credentialId: string | undefined;
	apiBaseUrl: string;
	/** `undefined` if the credential names no identity server. */
	identityServerUrl: string | undefined;
	/** The `iss` of valid tokens: the credential's Issuer, else the identity server's address. */
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

type CredentialKind = 'voiceAgentOAuth2Api' | 'voiceAgentTokenApi';

/** A credential as the user filled it in. */
type Credential = {
	kind: CredentialKind;
	/** n8n's id of the credential, if it has one. */
	id: string | undefined;
	data: ICredentialDataDecryptedObject;
};

/** The kind that the parameter Authentication selects; `undefined` for None. */
export function chooseCredentialKind({ parameters }: INode): CredentialKind | undefined {
	if (parameters.authentication === 'none') return undefined;
	return parameters.authentication === 'accessToken' ? 'voiceAgentTokenApi' : 'voiceAgentOAuth2Api';
}

/** Whether a credential of the selected kind is set on the node. */
export function hasCredential(context: NodeContext): boolean {
	const node = context.getNode();
	const kind = chooseCredentialKind(node);
	return kind !== undefined && node.credentials?.[kind] !== undefined;
}

/** Reads the credential that the parameter Authentication selects; throws if none is set. */
export async function readCredential(context: NodeContext): Promise<Credential> {
	const node = context.getNode();
	const kind = chooseCredentialKind(node);
	if (kind === undefined || !hasCredential(context)) throwNodeError(context, 'credential-missing');
	const data = await context.getCredentials(kind);
	return { kind, id: node.credentials?.[kind]?.id ?? undefined, data };
}

/** Names of the fields of {@link CredentialChecks} in the credential's form. */
const fieldNames: Readonly<Record<string, string>> = {
	signingSecret: 'Webhook Signing Secret',
	expectedAudience: 'Expected Audience',
	expectedClient: 'Expected Client',
	expectedSubject: 'Expected Subject',
};

/** Reads the credential's demands on deliveries; throws if a field of it is unusable. */
export function readDeliveryChecks(context: NodeContext, credential: Credential): CredentialChecks {
	const parsed = parseCredentialChecks(credential.data);
	if (parsed.success) return parsed.checks;
	const { code, path } = parsed.error;
	throwNodeError(context, code, { parameter: path === undefined ? path : fieldNames[path] });
}

/** How long the sign-in lasts; `undefined` for a pasted access token, which has none. */
export function findRefreshTokenLifetime({
	accessToken,
	signIn,
}: Connection): RefreshTokenLifetime | undefined {
	if (signIn === undefined) return undefined;
	const { refreshToken, refreshExpiresInSeconds } = signIn;
	return readRefreshTokenLifetime({ accessToken, refreshToken, refreshExpiresInSeconds });
}

/** When the sign-in ends unless it is refreshed before, ISO 8601; `null` if nothing names an end. */
export function findSignInEnd(connection: Connection): string | null {
	return toIso(findRefreshTokenLifetime(connection)?.endsAtMs ?? null);
}

/** `exp` of the access token, ISO 8601; `null` if it names none. */
export function findAccessTokenEnd({ accessToken }: Connection): string | null {
	const seconds = decodeUnverifiedTokenClaims(accessToken)?.exp;
	return toIso(typeof seconds === 'number' ? seconds * 1000 : null);
}

function toIso(milliseconds: number | null): string | null {
	const moment = new Date(milliseconds ?? Number.NaN);
	return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

const credentialOptions: INodePropertyOptions[] = [
	{
		name: 'OAuth2 (Recommended)',
		value: 'oAuth2',
		description: 'Sign in once. n8n refreshes the token.',
	},
	{
		name: 'Access Token',
		value: 'accessToken',
		description: 'Paste an access token for one-off calls. It expires after 24 hours.',
	},
];

/** Which of the two credentials a node uses; first among its parameters. */
export const authenticationField: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	options: credentialOptions,
	default: 'oAuth2',
};

/** The same for a node that can work without a credential. */
export const optionalAuthenticationField: INodeProperties = {
	...authenticationField,
	options: [
		...credentialOptions,
		{
			name: 'None',
			value: 'none',
			description:
				'Use no credential. Needs manual registration, and cannot check the tokens or signatures of deliveries.',
		},
	],
};
