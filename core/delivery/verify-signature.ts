import { timingSafeEqual } from 'node:crypto';
import type { AuthenticationReason } from './authenticate-reasons';
import { type DeliveryHeaders, readHeaderValues } from './delivery-headers';
import { signBody } from './sign-body';

/** The header that is looked at if none is named. The interface document shows none (part 6). */
export const DEFAULT_SIGNATURE_HEADER = 'x-webhook-signature';

const HEX = /^[0-9a-f]{64}$/i;
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;

/** A delivery whose signature is to be checked. */
export type SignedDelivery = {
	/** The body exactly as received; undefined if its bytes are not known (multipart). */
	rawBody: Uint8Array | undefined;
} & DeliveryHeaders;

/**
 * Checks the HMAC-SHA256 of the raw body under a secret: hex in either case or base64, with or without
 * `sha256=` before it, compared in constant time. Null if it matches, otherwise one of `hmac-missing`,
 * `hmac-repeated`, `hmac-malformed`, `hmac-mismatch`, `hmac-body-missing`.
 * Not checked: age. A recorded delivery can be sent again with its signature.
 */
export function verifySignature(
	delivery: SignedDelivery,
	secret: string,
	headerName: string,
): AuthenticationReason | null {
	const [signature, ...others] = readHeaderValues(delivery, headerName);
	if (signature === undefined) return 'hmac-missing';
	if (others.length > 0) return 'hmac-repeated';
	const presented = decodeSignature(signature);
	if (presented === undefined) return 'hmac-malformed';
	if (delivery.rawBody === undefined) return 'hmac-body-missing';
	const expected = signBody(delivery.rawBody, secret);
	return timingSafeEqual(expected, presented) ? null : 'hmac-mismatch';
}

/** The 32 bytes of a signature, or undefined. */
function decodeSignature(signature: string): Buffer | undefined {
	const text = signature.trim().replace(/^sha256=/i, '');
	if (HEX.test(text)) return Buffer.from(text, 'hex');
	if (BASE64.test(text)) return Buffer.from(text, 'base64');
	return undefined;
}
