import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { readAddress } from '../../../nodes/shared/addresses.ts';
import { readConnection } from '../../../nodes/shared/credential.ts';
import { createHost } from '../../support/in-process/host.mts';
import { StoredCredential } from '../../support/in-process/stored-credential.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';

describe('addresses', () => {
	const context = createHost({ type: 'voiceAgent' }).execute();
	type Field = Parameters<typeof readAddress>[2];

	const read = (data: Record<string, unknown>, field: Field) =>
		readAddress(context, { data }, field);

	/** What n8n shows about an address that is rejected. */
	function readFailure(data: Record<string, unknown>, field: Field) {
		try {
			return { address: read(data, field) };
		} catch (error) {
			const { context: about, message, description } = Object(error);
			return { code: about.code, message, description };
		}
	}

	test('are given in their normal form', () => {
		expect(read({ webAppUrl: ' HTTPS://App.example.com:443/ ' }, 'webAppUrl')).toBe(
			'https://app.example.com',
		);
		for (const data of [{ webAppUrl: '' }, { webAppUrl: '  ' }, {}]) {
			expect(read(data, 'webAppUrl')).toBeUndefined();
		}
	});

	test.each([
		['apiBaseUrl', 'API Base URL'],
		['identityServerUrl', 'Identity Server URL'],
	] as const)('%s is never "not set" if it holds no address', (field, name) => {
		const texts = ['ask the operator', 'ftp://id.example.com', 'mailto:a@id.example.com'];
		const others = ['javascript:alert(1)', '/api', 'user@id.example.com'];
		const noTexts = [null, undefined, 4711, ['https://id.example.com']];
		for (const address of [...texts, ...others, ...noTexts]) {
			const failure = readFailure({ [field]: address }, field);
			const message = expect.stringContaining(`'${name}'`);
			expect(failure).toMatchObject({ code: 'credential-address-invalid', message });
			expect(JSON.stringify(failure)).not.toMatch(/example|operator|4711/);
		}
	});

	test.each([[{}], [{ apiBaseUrl: '' }], [{ apiBaseUrl: ' ' }]])('must hold a base: %j', (data) => {
		expect(readFailure(data, 'apiBaseUrl')).toMatchObject({
			code: 'credential-address-invalid',
			message: expect.stringContaining("'API Base URL'"),
		});
	});
});

describe('sign-ins', () => {
	const base = { apiBaseUrl: 'https://api.example.com' };
	const connected = {
		...base,
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

	/** What the nodes make of a credential, which may hold what n8n's types do not say. */
	async function connect(data: Record<string, unknown>, authentication = 'oAuth2') {
		const credential = new StoredCredential(data as ICredentialDataDecryptedObject);
		const host = createHost({ type: 'voiceAgent', credential, parameters: { authentication } });
		return await readConnection(host.execute());
	}

	test('of a connected credential', async () => {
		expect(await connect(connected)).toEqual({
			...base,
			credentialKind: 'voiceAgentOAuth2Api',
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

	const withTokens = (changed: object) => ({
		oauthTokenData: { ...connected.oauthTokenData, ...changed },
	});

	test.each<[object, object]>([
		// A hidden field still holds the secret.
		[{ applicationType: 'public' }, { clientId: 'n8n', clientSecret: undefined }],
		[{ scope: undefined }, { askedScope: '' }],
		[withTokens({ refresh_expires_in: 1800 }), { refreshExpiresInSeconds: 1800 }],
		[withTokens({ refresh_expires_in: '1800' }), { refreshExpiresInSeconds: 1800 }],
		[withTokens({ refresh_expires_in: 0 }), { refreshExpiresInSeconds: 0 }],
		[withTokens({ refresh_expires_in: 'soon' }), { refreshExpiresInSeconds: undefined }],
		[withTokens({ refresh_expires_in: null }), { refreshExpiresInSeconds: undefined }],
		[{ verifyTokens: undefined }, { verifyTokens: true }],
		[{ verifyTokens: null }, { verifyTokens: true }],
		[{ verifyTokens: 'false' }, { verifyTokens: true }],
		[{ verifyTokens: false }, { verifyTokens: false }],
	])('with %j: %j', async (changed, signIn) => {
		expect((await connect({ ...connected, ...changed })).signIn).toMatchObject(signIn);
	});

	test.each([undefined, null, 'text', {}, { access_token: ' ' }, { access_token: 5 }])(
		'there is no access token in %j',
		async (oauthTokenData) => {
			await expectFailure(connect({ ...connected, oauthTokenData }), 'credential-not-connected');
		},
	);

	test('the access token is of the type Bearer, or of none', async () => {
		for (const token_type of ['bearer', 'Bearer', undefined]) {
			const { accessToken } = await connect({ ...connected, ...withTokens({ token_type }) });
			expect(accessToken).toBe('access');
		}
		for (const token_type of ['DPoP', 'N_A']) {
			const connecting = connect({ ...connected, ...withTokens({ token_type }) });
			await expectFailure(connecting, 'token-type-not-bearer');
		}
	});

	test('a pasted token is an access token without a sign-in', async () => {
		const read = async (accessToken: unknown) =>
			await connect({ ...base, accessToken }, 'accessToken');
		const expected = { ...base, credentialKind: 'voiceAgentTokenApi', accessToken: 'pasted' };
		expect(await read(' pasted\n')).toEqual(expected);
		await expectFailure(read(5), 'credential-not-connected');
	});
});
