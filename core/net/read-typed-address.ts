import { normalizeAddress } from './normalize-address';
import { parseHttpUrl } from './parse-http-url';

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
