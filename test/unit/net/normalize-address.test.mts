import { fingerprintRegistration } from '../../../core/registration/remembered.ts';
import { normalizeAddress } from '../../../core/net/address.ts';
import { authenticateBearer } from '../../../core/delivery/authenticate.ts';
import { buildJwksUrl, createKeySetCache } from '../../../core/token/key-sets.ts';
import { checkProviderConfiguration } from '../../../core/token/provider.ts';
import { verifyToken } from '../../../core/token/verify-token.ts';
import { keySetOf, NOW } from '../token/sign-test-tokens.mts';

test.each([
	['https://api.example.com/', 'https://api.example.com'],
	[' https://api.example.com/base///', 'https://api.example.com/base'],
	['https://API.Example.com:443/Base', 'https://api.example.com/Base'],
	['https://api.example.com?x=1#y', 'https://api.example.com'],
	['https://user:word@api.example.com', 'https://api.example.com'],
	['https://id.example.com/realms/Büro Süd', 'https://id.example.com/realms/B%C3%BCro%20S%C3%BCd'],
	['http://localhost:4000/', 'http://localhost:4000'],
	['no address/', 'no address'],
	[' // ', ''],
	['', ''],
])('makes %j to %j', (address, normalized) => {
	expect(normalizeAddress(address)).toBe(normalized);
	expect(normalizeAddress(normalized)).toBe(normalized);
});

// A mebibyte of slashes before another character took a quadratic expression hours.
const manySlashes = `${'/'.repeat(2 ** 20)}x`;

test.each<[string, string, (address: string) => unknown]>([
	['normalizeAddress', manySlashes, normalizeAddress],
	['normalizeAddress, an address', `https://a.example${manySlashes}`, normalizeAddress],
	['buildJwksUrl', manySlashes, buildJwksUrl],
	[
		'checkProviderConfiguration',
		`https://a.example${manySlashes}`,
		(issuer) => checkProviderConfiguration({ issuer }, 'https://a.example'),
	],
	[
		'fingerprintRegistration',
		`https://a.example${manySlashes}`,
		(apiBaseUrl) =>
			fingerprintRegistration({
				apiBaseUrl,
				account: { credentialId: '1' },
				webhookUrl: 'https://n8n.example.com',
				body: {},
				revision: 1,
			}),
	],
	[
		'verifyToken',
		manySlashes,
		async (issuer) => await verifyToken('a.b.c', { issuer }, keySetOf(), NOW),
	],
	[
		'authenticateBearer',
		manySlashes,
		async (identityServerUrl) =>
			await authenticateBearer(
				{ headers: { authorization: 'Bearer a.b.c' } },
				{ identityServerUrl },
				createKeySetCache().fetchedBy(async () => await Promise.resolve({ keys: [] })),
				NOW,
			),
	],
])('reads a mebibyte of slashes at once: %s', async (_name, address, read) => {
	await expect(Promise.resolve(read(address))).resolves.toBeDefined();
});
