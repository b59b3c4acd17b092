import type { ICredentialTestRequest } from 'n8n-workflow';
import { readApiAddress, readIdentityAddress } from './typed-address';

/**
 * https, or http to a host that cannot be reached from outside, as far as an expression can tell: the
 * nodes know more of them (core/net/is-private-host). A name without a dot begins with a letter, since
 * a number alone is an address.
 */
const SAFE_ADDRESS = [
	'https:[/][/]',
	[
		'http:[/][/](',
		[
			'[a-z][a-z0-9-]*',
			'([a-z0-9-]+[.])+(localhost|local|internal|lan|home[.]arpa)',
			'(127|10)[.][0-9]+[.][0-9]+[.][0-9]+',
			'192[.]168[.][0-9]+[.][0-9]+',
			'172[.](1[6-9]|2[0-9]|3[01])[.][0-9]+[.][0-9]+',
			'[[]::1[\\]]',
		].join('|'),
		')(:[0-9]+)?([/]|$)',
	].join(''),
].join('|');

const API_ADDRESS = readApiAddress('$credentials["apiBaseUrl"]');
const IDENTITY_ADDRESS = readIdentityAddress('($credentials["identityServerUrl"] || "")');
const IS_SAFE = `/^(${SAFE_ADDRESS})/i.test(address)`;
const ARE_ALLOWED = `($credentials["allowHttp"] === true || [${API_ADDRESS}, ${IDENTITY_ADDRESS}].every((address) => address === "" || ${IS_SAFE}))`;

/** A scheme that nothing can be sent by; n8n shows it. */
const NOWHERE = '"http-address-not-allowed:"';

/**
 * Asks the API who is signed in (part 4.1 of the interface document). Sends nothing if the token could
 * be read on the way.
 */
export const signInTest: ICredentialTestRequest = {
	request: {
		baseURL: `={{ ${ARE_ALLOWED} ? ${API_ADDRESS} : ${NOWHERE} }}`,
		url: '/api/Users/me',
		// n8n would take the access token along, to other hosts too.
		disableFollowRedirect: true,
	},
};
