import { createHmac } from 'node:crypto';

/** The HMAC-SHA256 of a body under the webhook signing secret, over its bytes as they are sent. */
export function signBody(body: Uint8Array | string, secret: string): Buffer {
	return createHmac('sha256', secret).update(body).digest();
}
