import { decodeJwt, generateKeyPair, SignJWT } from 'jose';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { VoiceAgent } from '../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { createHost } from './host/host.mts';
import { connectCredential, pasteCredential } from './host/sandbox-credential.mts';
import type { StoredCredential } from './host/stored-credential.mts';

const { execute } = new VoiceAgent();
let sandbox: Sandbox;

// The key cache lives as long as the process: each test has its own server.
beforeEach(async () => {
	sandbox = await startSandbox();
});
afterEach(async () => await sandbox.close());

async function run(
	credential: StoredCredential,
	parameters: INodeParameters,
): Promise<INodeExecutionData[]> {
	const host = createHost({ type: 'voiceAgent', credential, parameters });
	const [items = []] = await execute.call(host.execute());
	return items;
}

const getCurrentUser = async (credential: StoredCredential, authentication = 'oAuth2') =>
	await run(credential, { authentication, resource: 'user', operation: 'getCurrent' });

const requestsTo = (ending: string) => sandbox.requests.filter(({ path }) => path.endsWith(ending));

/** The credential with a token of the right form that another key signed. */
async function forgeToken(credential: StoredCredential): Promise<void> {
	const access_token = await signByStranger();
	credential.data.oauthTokenData = { ...Object(credential.data.oauthTokenData), access_token };
}

async function signByStranger(issuer = sandbox.identityUrl, kid?: string): Promise<string> {
	const { privateKey } = await generateKeyPair('RS256');
	const { keys } = await sandbox.identity.jwks();
	return await new SignJWT({ sub: sandbox.user.id, aud: sandbox.identity.audience })
		.setProtectedHeader({ alg: 'RS256', kid: kid ?? String(keys[0]?.kid) })
		.setIssuer(issuer)
		.setIssuedAt()
		.setExpirationTime('5m')
		.sign(privateKey);
}

test('a token is verified before its first use and not again', async () => {
	const credential = await connectCredential(sandbox);
	await getCurrentUser(credential);
	const first = sandbox.requests.findIndex(({ path }) => path.endsWith('/certs'));
	const call = sandbox.requests.findIndex(({ path }) => path === '/api/Users/me');
	expect(first).toBeGreaterThanOrEqual(0);
	expect(first).toBeLessThan(call);
	// Keys are asked for again after 10 minutes, by anyone who has something to verify.
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 11 * 60_000);
	try {
		await getCurrentUser(credential);
	} finally {
		clock.mockRestore();
	}
	expect(requestsTo('/certs')).toHaveLength(1);
});

test('a token that another key signed is not sent', async () => {
	const credential = await connectCredential(sandbox);
	await forgeToken(credential);
	await expect(getCurrentUser(credential)).rejects.toMatchObject({
		context: { code: 'token-not-trusted' },
	});
	expect(requestsTo('/api/Users/me')).toEqual([]);
});

test('a token of another issuer is not sent, and no key is asked for', async () => {
	const credential = await connectCredential(sandbox);
	const access_token = await signByStranger('https://id.example.org/realms/other', 'unknown');
	credential.data.oauthTokenData = { ...Object(credential.data.oauthTokenData), access_token };
	const before = sandbox.requests.length;
	await expect(getCurrentUser(credential)).rejects.toMatchObject({
		context: { code: 'token-not-trusted' },
	});
	expect(sandbox.requests.slice(before)).toEqual([]);
});

test('with Verify Tokens off it is sent, and the service refuses it', async () => {
	const credential = await connectCredential(sandbox);
	await forgeToken(credential);
	credential.data.verifySignIn = false;
	sandbox.identity.revokeRefreshTokens();
	await expect(getCurrentUser(credential)).rejects.toMatchObject({
		context: { code: 'sign-in-expired' },
	});
	expect(requestsTo('/api/Users/me').length).toBeGreaterThan(0);
});

test('a token that n8n renewed inside the call is verified right after it', async () => {
	const credential = await connectCredential(sandbox);
	await getCurrentUser(credential);
	await sandbox.switchOnFault('token-expired');
	// The renewed token is signed by a new key, which has to be asked for once the floor of 30 s is past.
	await sandbox.identity.rotateKeys();
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 31_000);
	try {
		expect(await getCurrentUser(credential)).toHaveLength(1);
	} finally {
		clock.mockRestore();
	}
	const paths = sandbox.requests.map(({ path }) => path);
	const renewed = paths.findIndex((path) => path.endsWith('/protocol/openid-connect/token'));
	expect(renewed).toBeGreaterThan(0);
	expect(paths.slice(renewed).filter((path) => path.endsWith('/certs'))).toHaveLength(1);
});

describe('where n8n renews the token inside a call, and the new one is false,', () => {
	let credential: StoredCredential;

	/** The call is refused once, the renewal brings a false token, and the service takes even that. */
	async function renewFalsely(): Promise<void> {
		credential = await connectCredential(sandbox);
		const access_token = await signByStranger();
		const tokens = { ...Object(credential.data.oauthTokenData), access_token };
		const body = JSON.stringify(tokens);
		await sandbox.switchOnFault('status', { target: 'token', status: 200, body });
		await sandbox.switchOnFault('status', { target: 'users-me', status: 401, times: 1 });
		await sandbox.switchOnFault('status', { target: 'users-me', status: 200, body: '{}' });
	}

	test('what a GET answered is not believed', async () => {
		await renewFalsely();
		await expect(getCurrentUser(credential)).rejects.toMatchObject({
			context: { code: 'token-not-trusted' },
		});
		expect(requestsTo('/api/Users/me').map(({ status }) => status)).toEqual([401, 200]);
	});

	test('nothing is made with it', async () => {
		await renewFalsely();
		const register: INodeParameters = {
			resource: 'webhook',
			operation: 'register',
			webhookUrl: 'https://n8n.example.com/webhook/calls',
		};
		await expect(run(credential, register)).rejects.toMatchObject({
			context: { code: 'token-not-trusted' },
			description: expect.stringContaining('No webhook was registered'),
		});
		expect(requestsTo('/api/Webhooks')).toEqual([]);
	});
});

test('an identity server that is away or slow delays no call', async () => {
	const credential = await connectCredential(sandbox);
	await sandbox.switchOnFault('delay', { target: 'certs', delayMs: 60_000 });
	const startedAt = Date.now();
	expect(await getCurrentUser(credential)).toHaveLength(1);
	expect(Date.now() - startedAt).toBeLessThan(3_000);
	// The keys have not come yet: the call did not wait for them.
	expect(requestsTo('/certs').map(({ status }) => status)).toEqual([0]);
});

test('a check that is still to come is logged once a minute', async () => {
	const credential = await connectCredential(sandbox);
	await sandbox.switchOnFault('away', { target: 'certs' });
	const { logger } = createHost({ type: 'voiceAgent' }).execute();
	const warn = jest.spyOn(logger, 'warn').mockImplementation();
	const clock = jest.spyOn(Date, 'now');
	try {
		const start = Date.now();
		for (const [now, warnings] of [
			[start, 1],
			[start + 59_999, 1],
			[start + 60_000, 2],
		] as const) {
			clock.mockReturnValue(now);
			expect(await getCurrentUser(credential)).toHaveLength(1);
			expect(warn).toHaveBeenCalledTimes(warnings);
		}
		expect(warn).toHaveBeenCalledWith(expect.stringContaining('keys-unavailable'));
	} finally {
		clock.mockRestore();
		warn.mockRestore();
	}
});

test('that a token has expired, so that n8n renews it, is not logged', async () => {
	const credential = await connectCredential(sandbox);
	const { access_token } = await sandbox.identity.issueTokens({ expiresInSeconds: -600 });
	credential.data.oauthTokenData = { ...Object(credential.data.oauthTokenData), access_token };
	const { logger } = createHost({ type: 'voiceAgent' }).execute();
	const warn = jest.spyOn(logger, 'warn').mockImplementation();
	try {
		expect(await getCurrentUser(credential)).toHaveLength(1);
		expect(requestsTo('/protocol/openid-connect/token')).toHaveLength(1);
		expect(warn).not.toHaveBeenCalled();
	} finally {
		warn.mockRestore();
	}
});

test('an expired pasted token says where a new one is read', async () => {
	const credential = await pasteCredential(sandbox);
	await sandbox.switchOnFault('token-expired');
	await expect(getCurrentUser(credential, 'accessToken')).rejects.toMatchObject({
		context: { code: 'pasted-token-refused' },
		description: expect.stringContaining(`${sandbox.url}/token`),
	});
});

test.each([
	['openid profile email', 'sign-in-ended-with-browser'],
	['openid profile email offline_access', 'sign-in-expired'],
])(
	'where the identity server names no scope, the one that was asked for counts (%s)',
	async (scope, code) => {
		const credential = await connectCredential(sandbox);
		const tokens = { ...Object(credential.data.oauthTokenData) };
		delete tokens.scope;
		credential.data = { ...credential.data, scope, oauthTokenData: tokens };
		sandbox.identity.revokeRefreshTokens();
		await sandbox.switchOnFault('token-expired');
		await expect(getCurrentUser(credential)).rejects.toMatchObject({ context: { code } });
	},
);

test('without offline_access the message says why the sign-in ended', async () => {
	const credential = await connectCredential(sandbox);
	credential.data.oauthTokenData = {
		...Object(credential.data.oauthTokenData),
		scope: 'openid profile email',
	};
	sandbox.identity.revokeRefreshTokens();
	await sandbox.switchOnFault('token-expired');
	await expect(getCurrentUser(credential)).rejects.toMatchObject({
		context: { code: 'sign-in-ended-with-browser' },
	});
});

test('ten calls that meet 401 at once make one refresh', async () => {
	const credential = await connectCredential(sandbox);
	await sandbox.switchOnFault('token-expired');
	const results = await Promise.all(
		Array.from({ length: 10 }, async () => await getCurrentUser(credential)),
	);
	expect(results.every((items) => items.length === 1)).toBe(true);
	expect(requestsTo('/protocol/openid-connect/token')).toHaveLength(1);
});

describe('the ID token of a sign-in', () => {
	async function connectWithIdToken(claims: Record<string, unknown>): Promise<StoredCredential> {
		const credential = await connectCredential(sandbox);
		const id_token = await sandbox.identity.signJwt({
			iss: sandbox.identityUrl,
			aud: sandbox.clients.public.clientId,
			sub: sandbox.user.id,
			...claims,
		});
		credential.data.oauthTokenData = { ...Object(credential.data.oauthTokenData), id_token };
		return credential;
	}

	test.each([
		['for another application', { aud: 'another' }],
		['of another identity server', { iss: 'https://id.example.org' }],
	])('%s keeps the access token from being sent', async (_, claims) => {
		const credential = await connectWithIdToken(claims);
		await expect(getCurrentUser(credential)).rejects.toMatchObject({
			context: { code: 'token-not-trusted' },
			description: expect.stringContaining('ID token'),
		});
		expect(requestsTo('/api/Users/me')).toEqual([]);
	});

	test.each([
		['true', {}],
		['true but old', { exp: Math.floor(Date.now() / 1000) - 600 }],
	])('that is %s does not', async (_, claims) => {
		expect(await getCurrentUser(await connectWithIdToken(claims))).toHaveLength(1);
	});

	test('is not looked at with Verify Tokens off', async () => {
		const credential = await connectWithIdToken({ aud: 'another' });
		credential.data.verifySignIn = false;
		expect(await getCurrentUser(credential)).toHaveLength(1);
	});
});

test('Get Current says when the sign-in ends, which a pasted token does not know', async () => {
	const credential = await connectCredential(sandbox);
	const { refresh_token } = Object(credential.data.oauthTokenData);
	const { exp } = decodeJwt(String(refresh_token));
	expect(await getCurrentUser(credential)).toMatchObject([
		{ json: { sign_in_expires_at: new Date(Number(exp) * 1000).toISOString() } },
	]);
	const { oauthTokenData } = credential.data;
	credential.data.oauthTokenData = {
		...Object(oauthTokenData),
		refresh_token: 'opaque',
		refresh_expires_in: 0,
	};
	expect(await getCurrentUser(credential)).toMatchObject([{ json: { sign_in_expires_at: null } }]);
	expect(await getCurrentUser(await pasteCredential(sandbox), 'accessToken')).toMatchObject([
		{ json: { sign_in_expires_at: null } },
	]);
});
