import {
	parseCredentialAddress,
	parseOAuth2SignIn,
	parsePastedSignIn,
} from '../../../core/settings/credential.ts';

const connected = {
	applicationType: 'confidential',
	clientId: ' n8n ',
	clientSecret: 'client-secret',
	scope: 'openid offline_access',
	verifyTokens: true,
	oauthTokenData: {
		access_token: 'access',
		refresh_token: 'refresh',
		id_token: 'identity',
		scope: 'openid',
		session_state: 1,
	},
};

describe('addresses', () => {
	test('are given in their normal form', () => {
		const read = (address: unknown) => parseCredentialAddress({ webAppUrl: address }, 'webAppUrl');
		expect(read(' HTTPS://App.example.com:443/ ')).toEqual({
			success: true,
			address: 'https://app.example.com',
		});
		expect(read('')).toEqual({ success: true, address: undefined });
		expect(read('  ')).toEqual({ success: true, address: undefined });
		expect(parseCredentialAddress({}, 'webAppUrl')).toEqual({ success: true, address: undefined });
	});

	test.each([
		['no address', 'ask the operator'],
		['another scheme', 'ftp://id.example.com'],
		['null', null],
		['an expression without a result', undefined],
		['a number', 4711],
		['a list', ['https://id.example.com']],
	])('are never "not set" if they hold %s', (_case, address) => {
		const parsed = parseCredentialAddress({ identityServerUrl: address }, 'identityServerUrl');
		expect(parsed).toMatchObject({
			success: false,
			error: { code: 'credential-address-invalid', path: 'identityServerUrl' },
		});
		expect(JSON.stringify(parsed)).not.toMatch(/example|operator|4711/);
	});

	test.each([
		['apiBaseUrl', 'api.example.com', 'https://api.example.com'],
		['apiBaseUrl', ' localhost:4010/ ', 'https://localhost:4010'],
		['apiBaseUrl', 'https://api.example.com/api', 'https://api.example.com'],
		['apiBaseUrl', 'api.example.com/voice/api/', 'https://api.example.com/voice'],
		['apiBaseUrl', 'https://api.example.com//api//', 'https://api.example.com'],
		['apiBaseUrl', 'http://api', 'http://api'],
		['apiBaseUrl', 'https://api/api', 'https://api'],
		['apiBaseUrl', 'https://api.example.com/rapi', 'https://api.example.com/rapi'],
		['identityServerUrl', 'https://id.example.com/api', 'https://id.example.com/api'],
		[
			'identityServerUrl',
			'https://id.example.com/realms/a/.well-known/openid-configuration',
			'https://id.example.com/realms/a',
		],
		[
			'issuer',
			'id.example.com/realms/a/.well-known/openid-configuration/?x=1',
			'https://id.example.com/realms/a',
		],
		['webAppUrl', 'app.example.com', 'https://app.example.com'],
	] as const)('%s is understood as it is pasted: %s', (field, pasted, address) => {
		expect(parseCredentialAddress({ [field]: pasted }, field)).toEqual({ success: true, address });
	});

	test.each([
		'ftp://api.example.com',
		'mailto:someone@api.example.com',
		'javascript:alert(1)',
		'/api',
		'user@api.example.com',
	])('%s is not made an address', (text) => {
		expect(parseCredentialAddress({ apiBaseUrl: text }, 'apiBaseUrl')).toMatchObject({
			error: { code: 'credential-address-invalid' },
		});
	});

	test.each([[{}], [{ apiBaseUrl: '' }], [{ apiBaseUrl: ' ' }]])('must hold a base: %j', (data) => {
		expect(parseCredentialAddress(data, 'apiBaseUrl')).toMatchObject({
			error: { code: 'credential-address-invalid', path: 'apiBaseUrl' },
		});
	});
});

describe('sign-ins', () => {
	test('of a connected credential', () => {
		expect(parseOAuth2SignIn(connected)).toEqual({
			accessToken: 'access',
			signIn: {
				clientId: 'n8n',
				clientSecret: 'client-secret',
				refreshToken: 'refresh',
				idToken: 'identity',
				askedScope: 'openid offline_access',
				grantedScope: 'openid',
				verifyTokens: true,
			},
		});
	});

	test('a public application has no secret, whatever a hidden field still holds', () => {
		const { signIn } = parseOAuth2SignIn({ ...connected, applicationType: 'public' });
		expect(signIn?.clientSecret).toBeUndefined();
	});

	test.each([[undefined], [null], ['text'], [{}], [{ access_token: ' ' }], [{ access_token: 5 }]])(
		'there is no access token in %j',
		(oauthTokenData) => {
			expect(parseOAuth2SignIn({ ...connected, oauthTokenData }).accessToken).toBeUndefined();
		},
	);

	test.each([
		[true, true],
		[undefined, true],
		[null, true],
		['false', true],
		[false, false],
	])('Verify Tokens of %j counts as %j', (verifyTokens, expected) => {
		expect(parseOAuth2SignIn({ ...connected, verifyTokens }).signIn).toMatchObject({
			verifyTokens: expected,
		});
	});

	test('a pasted token is an access token without a sign-in', () => {
		expect(parsePastedSignIn({ accessToken: ' pasted\n' })).toEqual({ accessToken: 'pasted' });
		expect(parsePastedSignIn({ accessToken: 5 })).toEqual({});
	});
});
