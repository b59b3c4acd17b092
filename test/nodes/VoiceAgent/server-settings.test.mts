import { listFailures } from '../../../nodes/VoiceAgent/resources/identity/getServerSettings.ts';

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

type Settings = { issuer?: string; allowOtherOrigins?: boolean };

/** What is wrong with the valid document with some members changed; empty if nothing is. */
function failuresOf(change: object, settings: Settings = {}): string {
	const { issuer = identityServerUrl, allowOtherOrigins = false } = settings;
	const identity = { identityServerUrl, issuer };
	return listFailures({ ...valid, ...change }, identity, allowOtherOrigins).join(' ');
}

const isElsewhere = (name: string) => `${name} is on another origin than the identity server URL.`;

test.each([
	['the document of the address', {}],
	['a slash at the end of the issuer', { issuer: `${identityServerUrl}/` }],
	['members of its own', { scopes_supported: ['openid'], check_session_iframe: 5 }],
])('passes a discovery document with %s', (_what, change) => {
	expect(failuresOf(change)).toBe('');
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
	expect(failuresOf({ issuer })).toMatch(/^issuer is .+, but the identity [^.]+ is "[^"]+"\.$/);
});

test.each(endpoints)('rejects a document without %s, wherever endpoints may be', (name) => {
	const noAddresses = [undefined, null, '', '/protocol/auth', 'mailto:x@example.com', [connect]];
	for (const missing of noAddresses) {
		const change = { [name]: missing };
		const failures = `${name} is missing or no address.`;
		expect(failuresOf(change)).toBe(failures);
		expect(failuresOf(change, { allowOtherOrigins: true })).toBe(failures);
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
		expect(failuresOf(change)).toBe(isElsewhere(name));
		expect(failuresOf(change, { allowOtherOrigins: true })).toBe('');
	}
});

test('shows the issuer that came beside the one in the credential', () => {
	const issuer = 'https://id.example.com/realms/other';
	expect(failuresOf({ issuer }, { issuer: 'https://id.example.org' })).toBe(
		`issuer is "${issuer}", but the Issuer in the credential is "https://id.example.org".`,
	);
});

test('tells everything that is wrong, and of the values only the issuer', () => {
	const endpoints = { token_endpoint: 'secret', jwks_uri: 'https://secret.test/' };
	const change = { issuer: 'another', ...endpoints };
	const failures = [
		`issuer is "another", but the identity server URL in the credential is "${identityServerUrl}".`,
		'token_endpoint is missing or no address.',
		isElsewhere('jwks_uri'),
	];
	expect(failuresOf(change)).toBe(failures.join(' '));
});
