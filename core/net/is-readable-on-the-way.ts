import { isPrivateHost } from './is-private-host';
import { parseHttpUrl } from './parse-http-url';

/**
 * Whether strangers could read on the way what is sent to an address: it is http, and its host is not
 * private. Not checked: where a public name leads to, and what a private network is made of.
 */
export function isReadableOnTheWay(address: string): boolean {
	const url = parseHttpUrl(address);
	return url?.protocol === 'http:' && !isPrivateHost(url.hostname);
}
