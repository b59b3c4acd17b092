import { fail, type Result } from '../errors';
import { isPrivateHost } from '../net/is-private-host';
import { parseHttpUrl } from '../net/parse-http-url';

/**
 * - `recording-url-invalid`: no address, or a relative one with nothing to resolve it against
 * - `recording-url-scheme`: neither https, nor http if the API base URL is http or the host is an
 *   allowed private one; or a redirect that changes the scheme
 * - `recording-url-with-credentials`: a user name or a password in the address
 * - `recording-url-private`: localhost, a name of a local network, or a literal private, loopback or
 *   link-local address, and neither of the API base's own origin nor an allowed host
 */
export const RECORDING_URL_ERROR_CODES = [
	'recording-url-invalid',
	'recording-url-scheme',
	'recording-url-with-credentials',
	'recording-url-private',
] as const;
export type RecordingUrlErrorCode = (typeof RECORDING_URL_ERROR_CODES)[number];

/** What a recording's address is judged by. */
export type RecordingUrlContext = {
	/** API base URL; without one, https and public hosts alone are let through. */
	apiBaseUrl?: string;
	/** Private hosts that the user allows, as `host` or `host:port`. */
	privateHosts?: readonly string[];
	/** The address that redirected here; relative addresses are resolved against it. */
	redirectedFrom?: URL;
};

/**
 * Decides whether n8n may fetch a recording from an address that came from outside: of the record, or
 * of each redirect on the way. Returns the address in its normal form without a fragment, in which
 * decimal, octal and hexadecimal spellings of an IPv4 address are the same, or one of
 * {@link RECORDING_URL_ERROR_CODES}.
 *
 * Another port of the API's machine, or of an allowed host, is not allowed with it.
 * Not checked: a public name that resolves to a private address.
 */
export function checkRecordingUrl(
	text: string,
	{ apiBaseUrl, privateHosts = [], redirectedFrom }: RecordingUrlContext = {},
): Result<{ url: URL }, RecordingUrlErrorCode> {
	if (!URL.canParse(text, redirectedFrom?.href)) {
		return failWith('recording-url-invalid', 'is not an address.');
	}
	const url = new URL(text, redirectedFrom?.href);
	const base = apiBaseUrl === undefined ? undefined : parseHttpUrl(apiBaseUrl);
	const isPrivate = isPrivateHost(url.hostname);
	const isAllowedPrivate = isPrivate && privateHosts.some((host) => isSameHost(host, url));
	const mayBeHttp = base?.protocol === 'http:' || isAllowedPrivate;
	const keepsScheme = redirectedFrom === undefined || url.protocol === redirectedFrom.protocol;
	if (!keepsScheme || !(url.protocol === 'https:' || (url.protocol === 'http:' && mayBeHttp))) {
		return failWith('recording-url-scheme', 'has a scheme that is not allowed.');
	}
	if (url.username !== '' || url.password !== '') {
		return failWith('recording-url-with-credentials', 'holds a user name or a password.');
	}
	if (isPrivate && !isAllowedPrivate && url.origin !== base?.origin) {
		return failWith('recording-url-private', 'names this machine or a private network.');
	}
	url.hash = '';
	return { success: true, url };
}

/** Without a port, the one that the scheme implies is meant. */
function isSameHost(allowed: string, url: URL): boolean {
	const address = `${url.protocol}//${allowed}`;
	return URL.canParse(address) && new URL(address).host === url.host;
}

function failWith(code: RecordingUrlErrorCode, problem: string) {
	return fail(code, `The address of the recording ${problem}`);
}
