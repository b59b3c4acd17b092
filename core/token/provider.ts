import { fail, type Result } from '../errors';
import { isObject } from '../json';
import { parseHttpUrl } from '../net/address';
import { isIssuer, quoteIssuer } from './claims';

/** The endpoints of part 4.2 of the interface document, by their names in the discovery document. */
const ENDPOINTS =
	'authorization_endpoint token_endpoint userinfo_endpoint end_session_endpoint jwks_uri'.split(
		' ',
	);

type ProviderSettings = {
	/** `issuer` of the document. Default: the identity server URL. */
	issuer?: string;
	/** Whether endpoints may be on an origin other than that of the identity server URL or issuer. Default: false. */
	allowOtherOrigins?: boolean;
};

/** Checks issuer and origins of a discovery document (part 4.2). Not checked: whether the endpoints answer. */
export function checkProviderConfiguration(
	document: unknown,
	identityServerUrl: string,
	settings: ProviderSettings = {},
): Result<object, 'server-settings-invalid'> {
	const { issuer = identityServerUrl, allowOtherOrigins = false } = settings;
	const code = 'server-settings-invalid';
	if (!isObject(document)) {
		return fail(code, 'The discovery document is invalid: it must be an object.');
	}
	const failures: string[] = [];
	if (!isIssuer(document.issuer, issuer)) {
		const expected = issuer === identityServerUrl ? 'the identity server URL' : 'the Issuer';
		failures.push(
			`issuer is ${quoteIssuer(document.issuer)}, but ${expected} in the credential is ${quoteIssuer(issuer)}.`,
		);
	}
	const origins = [identityServerUrl, issuer].map(readOrigin);
	for (const name of ENDPOINTS) {
		const origin = readOrigin(document[name]);
		if (origin === undefined) {
			failures.push(`${name} is missing or no address.`);
		} else if (!allowOtherOrigins && !origins.includes(origin)) {
			failures.push(`${name} is on another origin than the identity server URL.`);
		}
	}
	return failures.length === 0 ? { success: true } : fail(code, failures.join(' '));
}

function readOrigin(address: unknown): string | undefined {
	return typeof address === 'string' ? parseHttpUrl(address)?.origin : undefined;
}
