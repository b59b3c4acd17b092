import type { UnknownObject } from '../../core/json';
import { isInsecureUrl, parseHttpUrl, readTypedAddress } from '../../core/net/address';
import { type NodeContext, throwNodeError } from './errors';

export const DISCOVERY_PATH = '/.well-known/openid-configuration';

/** Each address: its label in the form, whether requests go there, and the ending that users copy along. */
export const addressFields = {
	apiBaseUrl: { name: 'API Base URL', isCalled: true, copiedEnding: '/api' },
	identityServerUrl: { name: 'Identity Server URL', isCalled: true, copiedEnding: DISCOVERY_PATH },
	issuer: { name: 'Issuer', isCalled: false, copiedEnding: DISCOVERY_PATH },
	webAppUrl: { name: 'Web App URL', isCalled: false, copiedEnding: undefined },
} as const;

/**
 * An address in its normal form; `undefined` if not set. Throws without API Base URL, for an Issuer of spaces, for http
 * on a public host unless `allowHttp`, and for a value other than text: counted as not set, tokens might go unchecked.
 */
export function readAddress(
	context: NodeContext,
	{ data }: { data: UnknownObject },
	field: keyof typeof addressFields,
): string | undefined {
	const { name: parameter, isCalled, copiedEnding } = addressFields[field];
	// An unset field has no key; an expression without a result leaves the key.
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

export function readIdentityServer(context: NodeContext, credential: { data: UnknownObject }) {
	const identityServerUrl = readAddress(context, credential, 'identityServerUrl');
	const issuer = readAddress(context, credential, 'issuer');
	if (identityServerUrl === undefined) return undefined;
	return { identityServerUrl, issuer: issuer ?? identityServerUrl };
}

/** Two addresses of the identity server: the nodes call `identityServerUrl`, tokens name `issuer`. */
export type IdentityServer = NonNullable<ReturnType<typeof readIdentityServer>>;
