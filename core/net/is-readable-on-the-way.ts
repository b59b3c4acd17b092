import { isPrivateHost } from './is-private-host';
import { parseHttpUrl } from './parse-http-url';

/**
 * Whether strangers could read on the way what is sent to an address: it is http, and its host is not
 * private. Not checked: the address of a public name, and what a private network is made of.
 */
export function isReadableOnTheWay(address: string): boolean {
	const url = parseHttpUrl(address);
	return url?.protocol === 'http:' && !isPrivateHost(url.hostname);
}
