import { isPrivateHost } from './private-host';

/**
 * The one form in which addresses are kept, compared and put together: without outer spaces, trailing slashes,
 * query, fragment, user name, password and default port, with scheme and host in lower case. Any other text
 * than an http or https address loses only spaces and slashes.
 */
export function normalizeAddress(text: string): string {
	const trimmed = text.trim();
	const url = parseHttpUrl(trimmed);
	if (url === undefined) return trimmed.replace(TRAILING_SLASHES, '');
	return `${url.protocol}//${url.host}${url.pathname.replace(TRAILING_SLASHES, '')}`;
}

const TRAILING_SLASHES = /(?<!\/)\/+$/;

/** An address typed without its scheme, such as `api.example.com:8443/base`. */
const WITHOUT_SCHEME = /^[^\s/?#@:\\]+(?::\d+)?(?:[/?#]|$)/;

/** @param copiedEnding is cut from the end of the path: people copy `/api` along */
export function readTypedAddress(text: string, copiedEnding?: string): string {
	const trimmed = text.trim();
	const address = normalizeAddress(WITHOUT_SCHEME.test(trimmed) ? `https://${trimmed}` : trimmed);
	const url = parseHttpUrl(address);
	if (copiedEnding === undefined || !url?.pathname.endsWith(copiedEnding)) return address;
	return normalizeAddress(`${url.origin}${url.pathname.slice(0, -copiedEnding.length)}`);
}

export function parseHttpUrl(text: string): URL | undefined {
	if (!URL.canParse(text)) return undefined;
	const url = new URL(text);
	return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

/** Rejects white space and an empty segment (`https://a.example//webhook`): typing errors that `URL` lets through. */
export function parseWebhookUrl(text: string): URL | undefined {
	const url = parseHttpUrl(text);
	return url === undefined || /\s/.test(text) || url.pathname.includes('//') ? undefined : url;
}

/** Whether a text can be one part of a path: `.` and `..` lead elsewhere, a slash may be decoded on the way. */
export function isPathSegment(text: string): boolean {
	return text !== '' && text !== '.' && text !== '..' && !/[/\\]/.test(text);
}

/** Whether the service may reach the webhook (part 6). Not checked: DNS, firewalls, whether anything listens. */
export function isReachableFromService(webhookUrl: URL, apiBaseUrl: URL): boolean {
	return !isPrivateHost(webhookUrl.hostname) || isPrivateHost(apiBaseUrl.hostname);
}

/** Whether an address is http on a host that is not private. Not checked: where a public name leads. */
export function isInsecureUrl(address: string): boolean {
	const url = parseHttpUrl(address);
	return url?.protocol === 'http:' && !isPrivateHost(url.hostname);
}
