import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { readAddress } from '../../../nodes/shared/addresses.ts';
import { readConnection } from '../../../nodes/shared/credential.ts';
import pastedAddresses from '../../fixtures/pasted-addresses.json' with { type: 'json' };
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

	const rows = Object.entries(pastedAddresses).flatMap(([field, addresses]) =>
		Object.entries(addresses).map((row) => [field as Field, ...row] as const),
	);
	test.each(rows)('%s is understood as it is pasted: %s', (field, pasted, address) => {
		expect(read({ [field]: pasted }, field)).toBe(address);
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

	test('a public application has no secret, whatever a hidden field still holds', async () => {
		const { signIn } = await connect({ ...connected, applicationType: 'public', scope: undefined });
		expect(signIn).toMatchObject({ clientId: 'n8n', clientSecret: undefined, askedScope: '' });
	});

	test.each([[undefined], [null], ['text'], [{}], [{ access_token: ' ' }], [{ access_token: 5 }]])(
		'there is no access token in %j',
		async (oauthTokenData) => {
			await expectFailure(connect({ ...connected, oauthTokenData }), 'credential-not-connected');
		},
	);

	test.each([
		['bearer', 'there'],
		['Bearer', 'there'],
		[undefined, 'there'],
		['DPoP', 'token-type-not-bearer'],
		['N_A', 'token-type-not-bearer'],
	])('of the type %j the access token is %s', async (token_type, expected) => {
		const oauthTokenData = { ...connected.oauthTokenData, token_type };
		const outcome = await connect({ ...connected, oauthTokenData }).then(
			({ accessToken }) => accessToken && 'there',
			(error: unknown) => Object(error).context.code,
		);
		expect(outcome).toBe(expected);
	});

	test.each([
		[1800, 1800],
		['1800', 1800],
		[0, 0],
		['soon', undefined],
		[null, undefined],
	])('a refresh token that expires in %j lasts %j seconds', async (given, seconds) => {
		const oauthTokenData = { ...connected.oauthTokenData, refresh_expires_in: given };
		const { signIn } = await connect({ ...connected, oauthTokenData });
		expect(signIn?.refreshExpiresInSeconds).toBe(seconds);
	});

	test.each([true, undefined, null, 'false', false])(
		'only false turns Verify Tokens off: %j',
		async (verifyTokens) => {
			const { signIn } = await connect({ ...connected, verifyTokens });
			expect(signIn?.verifyTokens).toBe(verifyTokens !== false);
		},
	);

	test('a pasted token is an access token without a sign-in', async () => {
		const read = async (accessToken: unknown) =>
			await connect({ ...base, accessToken }, 'accessToken');
		const expected = { ...base, credentialKind: 'voiceAgentTokenApi', accessToken: 'pasted' };
		expect(await read(' pasted\n')).toEqual(expected);
		await expectFailure(read(5), 'credential-not-connected');
	});
});
