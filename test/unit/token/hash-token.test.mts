import { hashToken } from '../../../core/token/hash-token.ts';

const token = 'header.claims.signature';
const identityUrl = 'https://id.example.com/realms/agents';
const hash = hashToken(token, identityUrl);

describe('hashToken', () => {
	test('is a SHA-256 in base64, the same each time', () => {
		expect(hash).toMatch(/^[A-Za-z0-9+/]{43}=$/);
		expect(hashToken(token, identityUrl)).toBe(hash);
	});

	test('is another one for another token', () => {
		expect(hashToken('header.claims.other', identityUrl)).not.toBe(hash);
	});

	test('is another one for another identity server, which did not verify the token', () => {
		expect(hashToken(token, 'https://id.example.com/realms/other')).not.toBe(hash);
	});
});
