import type { Failure } from '../errors';
import { parseHttpUrl } from '../net/parse-http-url';
import { isIssuer } from './is-issuer';

/** Why a discovery document does not fit the identity server address. */
export type ConfigurationErrorCode =
	| 'configuration-not-object'
	| 'issuer-not-the-address'
	| 'endpoint-missing'
	| 'endpoint-elsewhere';

/** The endpoints of part 4.2 of the interface document, by their names in the discovery document. */
const ENDPOINTS = [
	'authorization_endpoint',
	'token_endpoint',
	'userinfo_endpoint',
	'end_session_endpoint',
	'jwks_uri',
] as const;

function readOrigin(value: unknown): string | undefined {
	return typeof value === 'string' ? parseHttpUrl(value)?.origin : undefined;
}

function checkEndpoint(
	document: object,
	name: (typeof ENDPOINTS)[number],
	origin: string | undefined,
): Failure<ConfigurationErrorCode> | undefined {
	const endpointOrigin = readOrigin(Reflect.get(document, name));
	if (endpointOrigin === undefined) {
		return { code: 'endpoint-missing', message: `${name} is missing or no address.`, path: name };
	}
	if (origin !== undefined && endpointOrigin !== origin) {
		return {
			code: 'endpoint-elsewhere',
			message: `${name} is on another origin than the identity server address.`,
			path: name,
		};
	}
	return undefined;
}

/**
 * Checks a discovery document (part 4.2 of the interface document) against the address it was read
 * from: the issuer must be that address, and the endpoints must be on its origin unless
 * `allowOtherOrigins` is set. Returns every failure, none where all is well.
 * Not checked: whether the endpoints answer.
 */
export function checkProviderConfiguration(
	document: unknown,
	identityUrl: string,
	settings: { allowOtherOrigins?: boolean } = {},
): Failure<ConfigurationErrorCode>[] {
	if (typeof document !== 'object' || document === null || Array.isArray(document)) {
		return [
			{ code: 'configuration-not-object', message: 'The discovery document is not an object.' },
		];
	}
	const failures: Failure<ConfigurationErrorCode>[] = [];
	const issuer: unknown = Reflect.get(document, 'issuer');
	if (!isIssuer(issuer, identityUrl)) {
		failures.push({
			code: 'issuer-not-the-address',
			message: 'issuer is not the identity server address.',
			path: 'issuer',
		});
	}
	const origin = settings.allowOtherOrigins ? undefined : readOrigin(identityUrl);
	for (const name of ENDPOINTS) {
		const failure = checkEndpoint(document, name, origin);
		if (failure !== undefined) failures.push(failure);
	}
	return failures;
}
