import { checkProviderConfiguration } from '../../../core/token/provider.ts';

const identityServerUrl = 'https://id.example.com/realms/agents';
const connect = `${identityServerUrl}/protocol/openid-connect`;
const valid = {
	issuer: identityServerUrl,
	authorization_endpoint: `${connect}/auth`,
	token_endpoint: `${connect}/token`,
	userinfo_endpoint: `${connect}/userinfo`,
	end_session_endpoint: `${connect}/logout`,
	jwks_uri: `${connect}/certs`,
};
const endpoints = Object.keys(valid).filter((name) => name !== 'issuer');

/** The failures of the valid document with some members changed, as `name: code`. */
function failuresOf(change: object, settings?: { allowOtherOrigins?: boolean }): string[] {
	const failures = checkProviderConfiguration({ ...valid, ...change }, identityServerUrl, settings);
	return failures.map(({ code, message }) => `${message.split(' ')[0]}: ${code}`);
}

describe('checkProviderConfiguration', () => {
	test.each([
		['the document of the address', {}],
		['a slash at the end of the issuer', { issuer: `${identityServerUrl}/` }],
		['members of its own', { scopes_supported: ['openid'], check_session_iframe: 5 }],
	])('passes %s', (_what, change) => {
		expect(failuresOf(change)).toEqual([]);
	});

	test.each([
		['another realm', 'https://id.example.com/realms/other'],
		['a realm that begins like it', `${identityServerUrl}-of-others`],
		['its beginning', 'https://id.example.com'],
		['another host', 'https://id.example.org/realms/agents'],
		['another scheme', 'http://id.example.com/realms/agents'],
		['a list', [identityServerUrl]],
		['nothing', undefined],
	])('rejects %s as the issuer', (_what, issuer) => {
		expect(failuresOf({ issuer })).toEqual(['issuer: issuer-not-the-address']);
	});

	test.each(endpoints)('rejects a document without %s, wherever endpoints may be', (name) => {
		for (const missing of [
			undefined,
			null,
			'',
			'/protocol/auth',
			'mailto:x@example.com',
			[connect],
		]) {
			const change = { [name]: missing };
			expect(failuresOf(change)).toEqual([`${name}: endpoint-missing`]);
			expect(failuresOf(change, { allowOtherOrigins: true })).toEqual([
				`${name}: endpoint-missing`,
			]);
		}
	});

	test.each(endpoints)('rejects %s on another origin, unless that is allowed', (name) => {
		for (const elsewhere of [
			'https://id.example.org/realms/agents',
			'https://id.example.com.example.org/',
			'https://id.example.com:8443/',
			'http://id.example.com/',
		]) {
			const change = { [name]: elsewhere };
			expect(failuresOf(change)).toEqual([`${name}: endpoint-elsewhere`]);
			expect(failuresOf(change, { allowOtherOrigins: true })).toEqual([]);
		}
	});

	test('shows the issuer that came beside the expected one', () => {
		const issuer = 'https://id.example.com/realms/other';
		const read = (settings?: { issuer: string }) =>
			checkProviderConfiguration({ ...valid, issuer }, identityServerUrl, settings)[0]?.message;
		expect(read()).toBe(
			`issuer is "${issuer}", but the identity server URL in the credential is "${identityServerUrl}".`,
		);
		expect(read({ issuer: 'https://id.example.org' })).toBe(
			`issuer is "${issuer}", but the Issuer in the credential is "https://id.example.org".`,
		);
	});

	test('tells everything that is wrong, and of the values only the issuer', () => {
		const change = {
			issuer: 'another',
			token_endpoint: 'secret',
			jwks_uri: 'https://secret.test/',
		};
		expect(failuresOf(change)).toEqual([
			'issuer: issuer-not-the-address',
			'token_endpoint: endpoint-missing',
			'jwks_uri: endpoint-elsewhere',
		]);
		const failures = checkProviderConfiguration({ ...valid, ...change }, identityServerUrl);
		expect(JSON.stringify(failures)).not.toContain('secret');
	});

	test.each([[undefined], [null], ['text'], [5], [[valid]]])('rejects %j', (document) => {
		expect(checkProviderConfiguration(document, identityServerUrl)).toMatchObject([
			{
				code: 'configuration-not-object',
				message: 'The discovery document is invalid: it must be an object.',
			},
		]);
	});
});
