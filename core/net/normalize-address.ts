import { parseHttpUrl } from './parse-http-url';

const SLASH = '/';

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
	while (end > 0 && text.charAt(end - 1) === SLASH) end -= 1;
	return text.slice(0, end);
}
