import { createHmac } from 'node:crypto';
import { AUTHENTICATION_REASONS, verifySignature } from '../../../core/delivery/authenticate.ts';

const secret = 'whsec_test';
const rawBody = Buffer.from('{"event":"ConversationComplete","data":{"id":"1"}}');
const name = 'x-signature';
const sign = (body: Uint8Array, key: string, hash = 'sha256') => createHmac(hash, key).update(body);
const hex = sign(rawBody, secret).digest('hex');
const base64 = sign(rawBody, secret).digest('base64');
const base64url = sign(rawBody, secret).digest('base64url');

/** Why headers do not verify a body; null if they do. */
function reasonOf(body: Uint8Array | undefined, rawHeaders: string[], header = name) {
	const verified = verifySignature({ rawBody: body, rawHeaders }, secret, header);
	if (verified.success) return null;
	expect(AUTHENTICATION_REASONS).toContain(verified.error.code);
	return verified.error.code;
}

function check(signature: string | string[] | undefined, body: Uint8Array | undefined = rawBody) {
	const rawHeaders = [signature ?? []].flat().flatMap((value) => [name, value]);
	return reasonOf(body, rawHeaders);
}

describe('verifySignature', () => {
	test.each([
		['hex', hex],
		['upper-case hex', hex.toUpperCase()],
		['hex with a prefix', `sha256=${hex}`],
		['upper-case hex with an upper-case prefix', `SHA256=${hex.toUpperCase()}`],
		['base64', base64],
		['base64 without padding', base64.replace('=', '')],
		['base64 with a prefix', `sha256=${base64}`],
		['base64url', base64url],
		['outer spaces', ` ${hex} `],
	])('takes %s', (_form, signature) => {
		expect(check(signature)).toBeNull();
	});

	test('takes any body, an empty one and no text included', () => {
		for (const body of [new Uint8Array(0), Uint8Array.of(0, 255, 13, 10)]) {
			expect(check(sign(body, secret).digest('hex'), body)).toBeNull();
		}
	});

	test.each<[string, string, string | undefined]>([
		['no header', 'hmac-missing', undefined],
		['empty text', 'hmac-malformed', ''],
		['the prefix alone', 'hmac-malformed', 'sha256='],
		['a signature cut short', 'hmac-malformed', hex.slice(0, -2)],
		['a signature too long', 'hmac-malformed', `${hex}00`],
		['base64 cut short', 'hmac-malformed', base64.slice(0, -4)],
		['another prefix', 'hmac-malformed', `sha1=${hex}`],
		['two signatures in one header', 'hmac-malformed', `${hex}, ${hex}`],
		['text that is no hex', 'hmac-malformed', 'z'.repeat(64)],
		['SHA-512', 'hmac-malformed', sign(rawBody, secret, 'sha512').digest('hex')],
		['another secret', 'hmac-mismatch', sign(rawBody, 'whsec_other').digest('hex')],
		['no secret', 'hmac-mismatch', sign(rawBody, '').digest('hex')],
		['another body', 'hmac-mismatch', sign(Buffer.from('{}'), secret).digest('hex')],
		['zeros', 'hmac-mismatch', '0'.repeat(64)],
	])('rejects %s', (_what, reason, signature) => {
		expect(check(signature)).toBe(reason);
	});

	test('rejects a right signature once white space was added to the body', () => {
		for (const text of [`${rawBody.toString()} `, `\n${rawBody.toString()}`]) {
			expect(check(hex, Buffer.from(text))).toBe('hmac-mismatch');
		}
	});

	test('rejects what it has no bytes of', () => {
		expect(reasonOf(undefined, [name, hex])).toBe('hmac-body-missing');
	});

	test('never verifies several headers, even where each is right', () => {
		expect(check([hex, hex])).toBe('hmac-repeated');
		const rawHeaders = ['X-Signature', hex, 'Host', 'n8n', 'x-signature', hex];
		expect(reasonOf(rawBody, rawHeaders)).toBe('hmac-repeated');
	});

	test('finds the header whatever the letter case', () => {
		expect(reasonOf(rawBody, ['X-SIGNATURE', hex], 'X-Signature')).toBeNull();
	});
});
