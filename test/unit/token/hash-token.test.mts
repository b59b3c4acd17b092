import { hashToken } from '../../../core/token/claims.ts';

const token = 'header.claims.signature';
const identityServerUrl = 'https://id.example.com/realms/agents';
const hash = hashToken(token, identityServerUrl);

describe('hashToken', () => {
	test('is a SHA-256 in base64, the same each time', () => {
		expect(hash).toMatch(/^[A-Za-z0-9+/]{43}=$/);
		expect(hashToken(token, identityServerUrl)).toBe(hash);
	});

	test('is another one for another token', () => {
		expect(hashToken('header.claims.other', identityServerUrl)).not.toBe(hash);
	});

	test('is another one for another identity server, which did not verify the token', () => {
		expect(hashToken(token, 'https://id.example.com/realms/other')).not.toBe(hash);
	});
});
