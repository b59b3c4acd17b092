import type { IExecuteFunctions } from 'n8n-workflow';
import { isFiniteNumber, readProperty, type UnknownObject } from '../../core/json';
import { decodeUnverifiedTokenClaims } from '../../core/token/claims';
import { readRefreshTokenLifetime } from '../../core/token/sign-in-lifetime';
import { quoteText } from '../../core/text';
import { type IdentityServer, readAddress, readIdentityServer } from './addresses';
import { type NodeContext, throwNodeError } from './errors';
import { readParameters } from './read-parameters';
import { authenticationField, declareOptions, withoutCredentialField } from './parameters';

export type CredentialKind = 'voiceAgentOAuth2Api' | 'voiceAgentTokenApi';

export type Credential = { kind: CredentialKind; data: UnknownObject };

/** The kind that the parameter Authentication selects; `undefined` with the option Without Credential. */
export function chooseCredentialKind(context: NodeContext): CredentialKind | undefined {
	const options = declareOptions([withoutCredentialField]);
	const { choice, flag } = readParameters(context, [authenticationField, options]);
	if (flag('options.withoutCredential', false)) return undefined;
	const kind = choice('authentication', ['accessToken'], 'oAuth2');
	return kind === 'accessToken' ? 'voiceAgentTokenApi' : 'voiceAgentOAuth2Api';
}

/** Resolves expressions in the credential for this item, also where n8n's own request helpers read the credential. */
export function useItem(context: IExecuteFunctions, itemIndex: number): IExecuteFunctions {
	const getCredentials: IExecuteFunctions['getCredentials'] = async (type) =>
		await context.getCredentials(type, itemIndex);
	return new Proxy(context, {
		get: (target, name): unknown =>
			name === 'getCredentials' ? getCredentials : Reflect.get(target, name),
	});
}

export async function findCredential(
	context: NodeContext,
	kind = chooseCredentialKind(context),
): Promise<Credential | undefined> {
	if (kind === undefined || context.getNode().credentials?.[kind] === undefined) return undefined;
	return { kind, data: await context.getCredentials(kind) };
}

export async function readCredential(context: NodeContext, kind?: CredentialKind) {
	return (await findCredential(context, kind)) ?? throwNodeError(context, 'credential-missing');
}

/**
 * What a credential demands of deliveries. A value other than text, and spaces alone, throw: an expression that went
 * wrong must not switch a check off. `''` throws if the field is marked as entered (`signingSecretIsSet`).
 */
export function readDeliveryChecks(context: NodeContext, { data }: Credential) {
	const read = (field: string, parameter: string) => {
		const isEntered = Object.hasOwn(data, `${field}IsSet`);
		if (!Object.hasOwn(data, field) || (data[field] === '' && !isEntered)) return undefined;
		const text = readText(data[field]);
		if (text === undefined) throwNodeError(context, 'credential-field-invalid', { parameter });
		return text;
	};
	const signingSecret = read('signingSecret', 'Webhook Signing Secret');
	if (!Object.hasOwn(data, 'checkSender') || data.checkSender === false) return { signingSecret };
	const audience = read('expectedAudience', 'Expected Audience');
	const client = read('expectedClient', 'Expected Client');
	const subject = read('expectedSubject', 'Expected Subject');
	if ((audience ?? client ?? subject) === undefined) {
		throwNodeError(context, 'credential-sender-missing');
	}
	return { signingSecret, audience, client, subject, ownClient: readText(data.clientId) };
}

/** What the expressions of the credential leave out of a sign-in, since it could not work: a sentence, or `''`. */
export function describeUnsent({ data }: Credential): string {
	const list = (name: string, separator: string) =>
		(readText(data[name]) ?? '').split(separator).map((part) => part.trim());
	const sent = [...list('authQueryParameters', '&'), ...list('scope', ' '), ''];
	const unsent = [...list('authorizationParameters', '&'), ...list('moreScopes', ' ')]
		.filter((part) => !sent.includes(part))
		// The name of a parameter: its value may be a secret.
		.map((part) => quoteText(part.split('=')[0] ?? '', MAX_SHOWN_PART));
	if (unsent.length === 0) return '';
	return `Authorization Parameters and More Scopes of the credential: ${unsent.join(', ')} cannot be sent, and the rest is.`;
}

const MAX_SHOWN_PART = 40;

/** @param given default: the credential of this node */
export async function readConnection(context: NodeContext, given?: Credential) {
	const credential = given ?? (await readCredential(context));
	const { accessToken, tokenType = 'Bearer', signIn } = readSignIn(credential);
	const apiBaseUrl = readAddress(context, credential, 'apiBaseUrl') ?? '';
	const identity = readIdentityServer(context, credential);
	// n8n itself throws a bare TypeError for a PKCE credential that was never connected.
	if (accessToken === undefined) throwNodeError(context, 'credential-not-connected');
	// n8n puts a token of another type into the query of the address.
	if (!/^bearer$/i.test(tokenType)) throwNodeError(context, 'token-type-not-bearer');
	return {
		credentialKind: credential.kind,
		apiBaseUrl,
		identity,
		webAppUrl: readAddress(context, credential, 'webAppUrl'),
		accessToken,
		/** `undefined` for a pasted access token. */
		signIn,
	};
}

/** Addresses and tokens for calls to the service. Addresses are in their normal form, without a slash at the end. */
export type Connection = Awaited<ReturnType<typeof readConnection>>;

export type SignIn = NonNullable<Connection['signIn']>;

export type IdentityConnection = Connection & { identity: IdentityServer };

export async function readIdentityConnection(context: NodeContext): Promise<IdentityConnection> {
	const connection = await readConnection(context);
	const { identity } = connection;
	if (identity === undefined) throwNodeError(context, 'identity-server-url-missing');
	return { ...connection, identity };
}

/** `undefined` for a pasted access token. */
export function findRefreshTokenLifetime({ accessToken, signIn }: Connection) {
	return signIn && readRefreshTokenLifetime({ accessToken, ...signIn });
}

/** When the sign-in ends unless it is refreshed, in ISO 8601; `null` if the identity server names no end. */
export function findSignInEnd(connection: Connection): string | null {
	return toIso(findRefreshTokenLifetime(connection)?.endsAtMs);
}

export function findTokenEnd(token: string): string | null {
	const seconds = decodeUnverifiedTokenClaims(token)?.exp;
	return toIso(typeof seconds === 'number' ? seconds * 1000 : undefined);
}

function readSignIn({ kind, data }: Credential) {
	if (kind === 'voiceAgentTokenApi') return { accessToken: readText(data.accessToken) };
	const read = (name: string) => readText(readProperty(data.oauthTokenData, name));
	const isConfidential = data.applicationType === 'confidential';
	return {
		accessToken: read('access_token'),
		tokenType: read('token_type'),
		signIn: {
			clientId: readText(data.clientId) ?? '',
			clientSecret: isConfidential ? readText(data.clientSecret) : undefined,
			refreshToken: read('refresh_token'),
			/** `refresh_expires_in` of the latest token response; 0 names no end. */
			refreshExpiresInSeconds: readSeconds(readProperty(data.oauthTokenData, 'refresh_expires_in')),
			idToken: read('id_token'),
			askedScope: readText(data.scope) ?? '',
			grantedScope: read('scope'),
			/** Fails closed: only an explicit false switches the check off. */
			verifyTokens: data.verifyTokens !== false,
		},
	};
}

/** Text without spaces around it: `" token "` is `token`. Spaces alone, and other values, count as not set. */
function readText(value: unknown): string | undefined {
	return (typeof value === 'string' && value.trim()) || undefined;
}

/** `1800` or `"1800"`. */
function readSeconds(value: unknown): number | undefined {
	const seconds = typeof value === 'string' ? Number(value) : value;
	return isFiniteNumber(seconds) ? seconds : undefined;
}

function toIso(milliseconds: number | null | undefined): string | null {
	const moment = new Date(milliseconds ?? Number.NaN);
	return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
