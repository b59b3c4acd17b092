import { isPrivateHost } from './private-host';

/**
 * An address without what does not matter in it: spaces around it, trailing slashes, query, fragment,
 * user name and password, a default port, letter case of scheme and host. This is the one form in
 * which addresses are kept, compared and put together.
 * A text that is no http or https address comes back without spaces and trailing slashes.
 */
export function normalizeAddress(text: string): string {
	const trimmed = text.trim();
	const url = parseHttpUrl(trimmed);
	if (url === undefined) return trimTrailingSlashes(trimmed);
	return `${url.protocol}//${url.host}${trimTrailingSlashes(url.pathname)}`;
}

/** Linear, which the regular expression for it is not: an address may come from outside. */
function trimTrailingSlashes(text: string): string {
	let end = text.length;
	while (end > 0 && text.charAt(end - 1) === '/') end -= 1;
	return text.slice(0, end);
}

/** A host and perhaps a port, then a path or nothing: an address whose scheme nobody typed. */
const WITHOUT_SCHEME = /^[^\s/?#@:\\]+(?::\d+)?(?:[/?#]|$)/;

/**
 * An address that somebody typed or pasted, in its normal form. Without a scheme it is https.
 * @param copiedEnding what people copy along, such as `/api`; it is cut from the end of the path
 */
export function readTypedAddress(text: string, copiedEnding?: string): string {
	const trimmed = text.trim();
	const address = normalizeAddress(WITHOUT_SCHEME.test(trimmed) ? `https://${trimmed}` : trimmed);
	const url = parseHttpUrl(address);
	if (copiedEnding === undefined || !url?.pathname.endsWith(copiedEnding)) return address;
	return normalizeAddress(`${url.origin}${url.pathname.slice(0, -copiedEnding.length)}`);
}

/** The text as an http or https address, `undefined` if it is none. */
export function parseHttpUrl(text: string): URL | undefined {
	if (!URL.canParse(text)) return undefined;
	const url = new URL(text);
	return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

/**
 * Whether a text from outside can become one part of a path. `.` and `..` lead elsewhere, even encoded,
 * and a slash may be decoded on the way.
 */
export function isPathSegment(text: string): boolean {
	return text !== '' && text !== '.' && text !== '..' && !/[/\\]/.test(text);
}

/**
 * Whether the service behind `apiBaseUrl` can be expected to reach `webhookUrl` (part 6 of the interface
 * document): always, unless the webhook URL names a private host while the API base URL does not. A service
 * on a private address (a sandbox, an installation in the same network) reaches private addresses.
 * Not checked: DNS, firewalls, and whether anything listens there.
 */
export function isReachableFromService(webhookUrl: URL, apiBaseUrl: URL): boolean {
	return !isPrivateHost(webhookUrl.hostname) || isPrivateHost(apiBaseUrl.hostname);
}

/**
 * Whether strangers could read on the way what is sent to an address: it is http, and its host is not
 * private. Not checked: the address of a public name, and what a private network is made of.
 */
export function isInsecureUrl(address: string): boolean {
	const url = parseHttpUrl(address);
	return url?.protocol === 'http:' && !isPrivateHost(url.hostname);
}
