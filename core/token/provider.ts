import * as z from 'zod/v4-mini';
import type { Failure } from '../errors';
import { parseHttpUrl } from '../net/address';
import { parseWithSchema } from '../parse-with-schema';
import { isIssuer, quoteIssuer } from './claims';

/** Why a discovery document does not fit the identity server URL. */
type ConfigurationErrorCode =
	| 'configuration-not-object'
	| 'issuer-not-the-address'
	| 'endpoint-missing'
	| 'endpoint-elsewhere';

/** A field of another type counts as missing. */
const text = z.catch(z.optional(z.string()), undefined);

const providerConfiguration = z.object({
	issuer: text,
	authorization_endpoint: text,
	token_endpoint: text,
	userinfo_endpoint: text,
	end_session_endpoint: text,
	jwks_uri: text,
});

/** The endpoints of part 4.2 of the interface document, by their names in the discovery document. */
const ENDPOINTS = [
	'authorization_endpoint',
	'token_endpoint',
	'userinfo_endpoint',
	'end_session_endpoint',
	'jwks_uri',
] as const;

type ConfigurationSettings = { issuer?: string; allowOtherOrigins?: boolean };

/**
 * Checks a discovery document (part 4.2 of the interface document) against the address it was read
 * from: the issuer must be `issuer` (default: that address), and the endpoints must be on the origin of
 * either, unless `allowOtherOrigins` is set. Returns every failure, none if all is well.
 * Not checked: whether the endpoints answer.
 */
export function checkProviderConfiguration(
	document: unknown,
	identityServerUrl: string,
	{ issuer = identityServerUrl, allowOtherOrigins = false }: ConfigurationSettings = {},
): Failure<ConfigurationErrorCode>[] {
	const parsed = parseWithSchema(providerConfiguration, document, {
		subject: 'The discovery document',
		code: 'configuration-not-object',
	});
	if (!parsed.success) return [parsed.error];
	const failures: Failure<ConfigurationErrorCode>[] = [];
	if (!isIssuer(parsed.value.issuer, issuer)) {
		const expected = issuer === identityServerUrl ? 'the identity server URL' : 'the Issuer';
		failures.push({
			code: 'issuer-not-the-address',
			message: `issuer is ${quoteIssuer(parsed.value.issuer)}, but ${expected} in the credential is ${quoteIssuer(issuer)}.`,
		});
	}
	const origins = allowOtherOrigins ? undefined : [identityServerUrl, issuer].map(readOrigin);
	for (const name of ENDPOINTS) failures.push(...checkEndpoint(name, parsed.value[name], origins));
	return failures;
}

function readOrigin(address: string | undefined): string | undefined {
	return address === undefined ? undefined : parseHttpUrl(address)?.origin;
}

function checkEndpoint(
	name: string,
	address: string | undefined,
	origins: ReadonlyArray<string | undefined> | undefined,
): Failure<ConfigurationErrorCode>[] {
	const endpointOrigin = readOrigin(address);
	if (endpointOrigin === undefined) {
		return [{ code: 'endpoint-missing', message: `${name} is missing or no address.` }];
	}
	if (origins === undefined || origins.includes(endpointOrigin)) return [];
	return [
		{
			code: 'endpoint-elsewhere',
			message: `${name} is on another origin than the identity server URL.`,
		},
	];
}
