import type { INode, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { isFiniteNumber, type UnknownObject } from '../../core/json';
import { isInsecureUrl, parseHttpUrl, readTypedAddress } from '../../core/net/address';
import {
	decodeUnverifiedTokenClaims,
	readRefreshTokenLifetime,
	type RefreshTokenLifetime,
} from '../../core/token/claims';
import { type NodeContext, throwNodeError } from './errors';
import { readCollection, readText } from './settings';

type CredentialKind = 'voiceAgentOAuth2Api' | 'voiceAgentTokenApi';

/** A credential as the user filled it in. */
export type Credential = {
	kind: CredentialKind;
	/** n8n's id of the credential, if it has one. */
	id: string | undefined;
	data: UnknownObject;
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

/** The path of the discovery document, from which people copy the address of an identity server. */
const DISCOVERY = '/.well-known/openid-configuration';

/**
 * The addresses in a credential: what its form calls them, whether something is sent there, and an ending
 * that people copy along and that is no part of it. `issuer` is what tokens name as theirs, if n8n reaches
 * the identity server under another address.
 */
const addresses = {
	apiBaseUrl: { name: 'API Base URL', isCalled: true, copiedEnding: '/api' },
	identityServerUrl: { name: 'Identity Server URL', isCalled: true, copiedEnding: DISCOVERY },
	issuer: { name: 'Issuer', isCalled: false, copiedEnding: DISCOVERY },
	webAppUrl: { name: 'Web App URL', isCalled: false, copiedEnding: undefined },
} as const;

/**
 * Reads an address of a credential, in its normal form. A missing or empty one is `undefined`, but for
 * `apiBaseUrl`, without which nothing works. Anything else but text is an error, never "not set": tokens
 * are checked against the identity server's address. Without a scheme it is https. `/api` behind the API's
 * address, and the path of the discovery document behind the identity server's, are cut.
 *
 * Throws `credential-address-invalid`, also for an `issuer` of spaces alone; and
 * `credential-address-not-https` if strangers could read on the way what is sent to the API or the
 * identity server, and the switch `allowHttp` is not on.
 */
export function readAddress(
	context: NodeContext,
	{ data }: Credential,
	field: keyof typeof addresses,
): string | undefined {
	const { name: parameter, isCalled, copiedEnding } = addresses[field];
	// An expression without a result leaves the key: the key tells it from what is not set.
	const given = Object.hasOwn(data, field) ? data[field] : '';
	const address = typeof given === 'string' ? readTypedAddress(given, copiedEnding) : undefined;
	const isRequired = field === 'apiBaseUrl' || (field === 'issuer' && given !== '');
	if (address === '' && !isRequired) return undefined;
	if (address === undefined || parseHttpUrl(address) === undefined) {
		throwNodeError(context, 'credential-address-invalid', { parameter });
	}
	if (isCalled && data.allowHttp !== true && isInsecureUrl(address)) {
		throwNodeError(context, 'credential-address-not-https', { parameter });
	}
	return address;
}

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

/** The part of a credential that only an OAuth2 sign-in has. */
export type SignIn = {
	clientId: string;
	/** Confidential applications only. */
	clientSecret: string | undefined;
	refreshToken: string | undefined;
	/** `refresh_expires_in` of the latest token response; 0 names no end. */
	refreshExpiresInSeconds: number | undefined;
	idToken: string | undefined;
	/** Scopes that were asked for. */
	askedScope: string;
	/** Scopes that the identity server granted, if it said so. */
	grantedScope: string | undefined;
	/** Whether new access tokens are verified before use. */
	verifyTokens: boolean;
};

/** The identity server as the nodes call it, and as tokens name it. */
export type IdentityServer = { identityServerUrl: string; issuer: string };

/** The identity server, from a credential that need not be connected; throws if it names none. */
export async function readIdentityServer(context: NodeContext): Promise<IdentityServer> {
	const credential = await readCredential(context);
	const identityServerUrl = readAddress(context, credential, 'identityServerUrl');
	if (identityServerUrl === undefined) throwNodeError(context, 'identity-server-url-missing');
	return {
		identityServerUrl,
		issuer: readAddress(context, credential, 'issuer') ?? identityServerUrl,
	};
}

/** Reads the credential of this node; throws if it is not connected or an address is unusable. */
export async function readConnection(context: NodeContext): Promise<Connection> {
	const credential = await readCredential(context);
	const { accessToken, signIn } = readSignIn(credential);
	const apiBaseUrl = readAddress(context, credential, 'apiBaseUrl') ?? '';
	const identityServerUrl = readAddress(context, credential, 'identityServerUrl');
	const issuer = readAddress(context, credential, 'issuer') ?? identityServerUrl;
	// n8n itself throws a bare TypeError for a PKCE credential that was never connected.
	if (accessToken === undefined) throwNodeError(context, 'credential-not-connected');
	return {
		credentialKind: credential.kind,
		credentialId: credential.id,
		apiBaseUrl,
		identityServerUrl,
		issuer,
		webAppUrl: readAddress(context, credential, 'webAppUrl'),
		accessToken,
		signIn,
	};
}

/** A connection whose credential names an identity server. */
export type IdentityConnection = Connection & IdentityServer;

/** {@link readConnection}; throws if the credential names no identity server. */
export async function readIdentityConnection(context: NodeContext): Promise<IdentityConnection> {
	const connection = await readConnection(context);
	const { identityServerUrl, issuer } = connection;
	if (identityServerUrl === undefined || issuer === undefined) {
		throwNodeError(context, 'identity-server-url-missing');
	}
	return { ...connection, identityServerUrl, issuer };
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

/** `exp` of a token, ISO 8601; `null` if it names none. */
export function findTokenEnd(token: string): string | null {
	const seconds = decodeUnverifiedTokenClaims(token)?.exp;
	return toIso(typeof seconds === 'number' ? seconds * 1000 : null);
}

/** What a credential signs in with. What is no text counts as not there. */
function readSignIn({ kind, data }: Credential): {
	/** `undefined` if the credential is not connected, or no token is pasted. */
	accessToken: string | undefined;
	/** `undefined` for a pasted access token. */
	signIn: SignIn | undefined;
} {
	if (kind === 'voiceAgentTokenApi') {
		return { accessToken: readText(data.accessToken), signIn: undefined };
	}
	const tokens = readCollection(data.oauthTokenData);
	const isConfidential = data.applicationType === 'confidential';
	return {
		accessToken: readText(tokens.access_token),
		signIn: {
			clientId: readText(data.clientId) ?? '',
			clientSecret: isConfidential ? readText(data.clientSecret) : undefined,
			refreshToken: readText(tokens.refresh_token),
			refreshExpiresInSeconds: readSeconds(tokens.refresh_expires_in),
			idToken: readText(tokens.id_token),
			askedScope: readText(data.scope) ?? '',
			grantedScope: readText(tokens.scope),
			// Fails closed: only an explicit false switches the check off.
			verifyTokens: data.verifyTokens !== false,
		},
	};
}

/** n8n keeps what the token response said, a number or its text. */
function readSeconds(value: unknown): number | undefined {
	const seconds = typeof value === 'string' ? Number(value) : value;
	return isFiniteNumber(seconds) ? seconds : undefined;
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
