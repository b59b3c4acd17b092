import * as z from 'zod/v4-mini';
import type { DeliveryAuthentication } from '../delivery/authenticate';
import { fail, type Result } from '../errors';
import { hasOwn, type UnknownObject } from '../json';
import { isInsecureUrl, parseHttpUrl, readTypedAddress } from '../net/address';
import { parseWithSchema } from '../parse-with-schema';

/**
 * The addresses in a credential. All but `apiBaseUrl` may be empty. `issuer` is what tokens name as theirs,
 * if n8n reaches the identity server under another address.
 */
export type AddressField = 'apiBaseUrl' | 'identityServerUrl' | 'issuer' | 'webAppUrl';

/** Where something is sent to. */
const CALLED: readonly AddressField[] = ['apiBaseUrl', 'identityServerUrl'];

/** Why an address of a credential cannot be used. */
type AddressErrorCode = 'credential-address-invalid' | 'credential-address-not-https';

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

/** Access token and OAuth2 sign-in of a credential. */
type ParsedSignIn = {
	/** `undefined` if the credential is not connected, or no token is pasted. */
	accessToken: string | undefined;
	/** `undefined` for a pasted access token. */
	signIn: SignIn | undefined;
};

/** The path of the discovery document, from which people copy the address of an identity server. */
const DISCOVERY = '/.well-known/openid-configuration';

/** Endings that people copy with an address, and that are no part of it. */
const COPIED_ENDINGS: Readonly<Partial<Record<AddressField, string>>> = {
	apiBaseUrl: '/api',
	identityServerUrl: DISCOVERY,
	issuer: DISCOVERY,
};

function describeAddress(field: AddressField) {
	const read = (text: string) => readTypedAddress(text, COPIED_ENDINGS[field]);
	return z.pipe(z.string(), z.transform(read)).check(
		z.refine((address) => address === '' || parseHttpUrl(address) !== undefined, {
			params: { expected: 'address' },
		}),
	);
}

/** Text without spaces around it. Anything else, and spaces alone, count as not set. */
const TEXT = z.catch(
	z.pipe(
		z.string(),
		z.transform((text) => text.trim() || undefined),
	),
	undefined,
);

/** n8n keeps what the token response said, a number or its text. */
const SECONDS = z.transform((value) => {
	const seconds = typeof value === 'string' ? Number(value) : value;
	return typeof seconds === 'number' && Number.isFinite(seconds) ? seconds : undefined;
});

const TOKENS = z.object({
	access_token: TEXT,
	refresh_token: TEXT,
	refresh_expires_in: SECONDS,
	id_token: TEXT,
	scope: TEXT,
});

const OAUTH2 = z.object({
	applicationType: z.unknown(),
	clientId: TEXT,
	clientSecret: TEXT,
	scope: TEXT,
	/** Fails closed: only an explicit false switches the check off. */
	verifyTokens: z.transform((value) => value !== false),
	oauthTokenData: z.catch(z.optional(TOKENS), undefined),
});

const PASTED = z.object({ accessToken: TEXT });

/**
 * Reads an address of a credential, in its normal form. A missing or empty one is `undefined`. Anything
 * else but text is an error, never "not set": tokens are checked against the identity server's address.
 * Without a scheme it is https. `/api` behind the API's address, and the path of the discovery document
 * behind the identity server's, are cut.
 *
 * Error codes, with the field as `path`: `credential-address-invalid`, also for a `apiBaseUrl` that is not
 * set, and for an `issuer` of spaces alone; `credential-address-not-https` if strangers could read on the way what is sent to the API or the
 * identity server, and the switch `allowHttp` is not on.
 */
export function parseCredentialAddress(
	data: UnknownObject,
	field: AddressField,
): Result<{ address: string | undefined }, AddressErrorCode> {
	// An expression without a result leaves the key: the key tells it from what is not set.
	const given = { [field]: hasOwn(data, field) ? data[field] : '' };
	const parsed = parseWithSchema(z.object({ [field]: describeAddress(field) }), given, {
		subject: 'The credential',
		code: 'credential-address-invalid',
	});
	if (!parsed.success) return parsed;
	const address = parsed.value[field] || undefined;
	if (address === undefined && field === 'apiBaseUrl') {
		return fail('credential-address-invalid', 'The credential has no API base URL.', field);
	}
	if (address === undefined && field === 'issuer' && given[field] !== '') {
		return fail('credential-address-invalid', 'The issuer is empty.', field);
	}
	const isChecked = CALLED.includes(field) && data.allowHttp !== true;
	if (isChecked && address !== undefined && isInsecureUrl(address)) {
		return fail('credential-address-not-https', 'The address is http on a public host.', field);
	}
	return { success: true, address };
}

/** Reads what an OAuth2 credential signs in with. Never fails: what is no text counts as not there. */
export function parseOAuth2SignIn(data: UnknownObject): ParsedSignIn {
	const { oauthTokenData: tokens, ...fields } = z.parse(OAUTH2, data);
	return {
		accessToken: tokens?.access_token,
		signIn: {
			clientId: fields.clientId ?? '',
			clientSecret: fields.applicationType === 'confidential' ? fields.clientSecret : undefined,
			refreshToken: tokens?.refresh_token,
			refreshExpiresInSeconds: tokens?.refresh_expires_in,
			idToken: tokens?.id_token,
			askedScope: fields.scope ?? '',
			grantedScope: tokens?.scope,
			verifyTokens: fields.verifyTokens,
		},
	};
}

/** Reads a pasted access token. Never fails: what is no text counts as not there. */
export function parsePastedSignIn(data: UnknownObject): ParsedSignIn {
	return { accessToken: z.parse(PASTED, data).accessToken, signIn: undefined };
}

/** Secret and claims that a credential demands of deliveries; `undefined` is not demanded. */
export type CredentialChecks = Pick<
	DeliveryAuthentication,
	'signingSecret' | 'audience' | 'client' | 'subject'
>;

/** Why it is not known what a credential demands. */
type CredentialCheckErrorCode = 'credential-field-invalid' | 'credential-sender-missing';

/** The fields of a credential that protect something, as {@link CredentialChecks} names them. */
const FIELDS = {
	signingSecret: 'signingSecret',
	expectedAudience: 'audience',
	expectedClient: 'client',
	expectedSubject: 'subject',
} as const;

/**
 * Reads what a credential demands of deliveries. The expected audience, client and subject are demanded
 * while the switch `checkSender` is on: set to anything but `false`. A field that is missing or `''` is
 * not set: n8n fills in defaults when it decrypts. Anything else but text, and spaces alone, is an error,
 * never "not set": an expression that went wrong must not switch a check off. So is `''` beside
 * `…IsSet`, by which the credential tells that something was entered. Spaces around a pasted value are cut.
 *
 * Error codes: `credential-field-invalid` for what is not text, with the field's name as `path`;
 * `credential-sender-missing` if the switch is on and none of its fields is set.
 */
export function parseCredentialChecks(
	data: UnknownObject,
): Result<{ checks: CredentialChecks }, CredentialCheckErrorCode> {
	const checks: Partial<CredentialChecks> = {};
	const isSenderChecked = hasOwn(data, 'checkSender') && data.checkSender !== false;
	for (const [field, name] of Object.entries(FIELDS)) {
		if (name !== 'signingSecret' && !isSenderChecked) continue;
		if (!hasOwn(data, field) || (data[field] === '' && !hasOwn(data, `${field}IsSet`))) continue;
		const value = data[field];
		const text = typeof value === 'string' ? value.trim() : '';
		if (text === '') return fail('credential-field-invalid', `"${field}" is not text.`, field);
		checks[name] = text;
	}
	const { signingSecret, audience, client, subject } = checks;
	if (isSenderChecked && (audience ?? client ?? subject) === undefined) {
		return fail('credential-sender-missing', 'The credential expects no sender.');
	}
	return { success: true, checks: { signingSecret, audience, client, subject } };
}
