import { fail, type Result } from '../errors';
import { parseHttpUrl } from '../net/address';
import { isPrivateHost } from '../net/private-host';

type RecordingUrlContext = {
	/** API base URL, the host of `/1.wav`. Default: none, and only `privateHosts` may be private or use http. */
	apiBaseUrl?: string;
	/** Private hosts that the user allows: `host` with the default port, or `host:port`. Default: none. */
	privateHosts?: readonly string[];
	/** The base of a relative address. Default: none, for the link itself. */
	redirectedFrom?: URL;
};

/**
 * - `invalid`: not an address, too long (address or host), or `/1.wav` without an API base URL
 * - `scheme`: not that of the redirecting address, or neither https nor permitted http
 *   (permitted if the API base URL uses http, or for a private host in `privateHosts`)
 * - `with-credentials`: a user name or a password in the address
 * - `private`: a private host, neither the API's own origin nor allowed
 */
type RecordingUrlCode = `recording-url-${'invalid' | 'scheme' | 'with-credentials' | 'private'}`;

/** More than servers take by default. */
const MAX_ADDRESS_CHARACTERS = 16_384;
/** The longest name in DNS. Reports and messages show the host, so a longer host is invalid. */
const MAX_HOST_CHARACTERS = 253;

/**
 * Whether n8n may fetch a recording from an address; gives its normal form without a fragment. `/1.wav` is on the
 * host of the API, `//example.com/1.wav` is https. Not checked: a public name that resolves to a private address.
 */
export function checkRecordingUrl(
	text: string,
	context: RecordingUrlContext,
): Result<{ url: URL }, RecordingUrlCode> {
	const from = context.redirectedFrom?.href;
	const address = from === undefined ? completeLink(text, context.apiBaseUrl) : text;
	if (address.length > MAX_ADDRESS_CHARACTERS || !URL.canParse(address, from)) {
		return fail('recording-url-invalid');
	}
	const url = new URL(address, from);
	const code = findFault(url, context);
	if (code !== undefined) return fail(code);
	url.hash = '';
	return { success: true, url };
}

function completeLink(text: string, apiBaseUrl = ''): string {
	if (/^\/[/\\]/.test(text)) return `https:${text}`;
	return text.startsWith('/') ? `${parseHttpUrl(apiBaseUrl)?.origin ?? ''}${text}` : text;
}

function findFault(
	url: URL,
	{ apiBaseUrl = '', privateHosts = [], redirectedFrom = url }: RecordingUrlContext,
): RecordingUrlCode | undefined {
	if (url.hostname.length > MAX_HOST_CHARACTERS) return 'recording-url-invalid';
	const base = parseHttpUrl(apiBaseUrl);
	const isPrivate = isPrivateHost(url.hostname);
	const isAllowed = isPrivate && privateHosts.some((host) => isSameHost(host, url));
	const schemes = ['https:', isAllowed ? 'http:' : base?.protocol];
	if (url.protocol !== redirectedFrom.protocol || !schemes.includes(url.protocol)) {
		return 'recording-url-scheme';
	}
	if (`${url.username}${url.password}` !== '') return 'recording-url-with-credentials';
	const mayBePrivate = isAllowed || url.origin === base?.origin;
	return isPrivate && !mayBePrivate ? 'recording-url-private' : undefined;
}

function isSameHost(allowed: string, url: URL): boolean {
	const address = `${url.protocol}//${allowed}`;
	return URL.canParse(address) && new URL(address).host === url.host;
}
