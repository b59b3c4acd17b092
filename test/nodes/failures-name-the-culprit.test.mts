import { readFileSync } from 'node:fs';
import { createServer as createTlsServer, type Server } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import path from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { VoiceAgent } from '../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { createHost } from './host/host.mts';
import { connectCredential, pasteCredential } from './host/sandbox-credential.mts';
import type { StoredCredential } from './host/stored-credential.mts';

const { execute } = new VoiceAgent();
const getCurrent: INodeParameters = { resource: 'user', operation: 'getCurrent' };
const getUserInfo: INodeParameters = { resource: 'identity', operation: 'getUserInfo' };
const getConfiguration: INodeParameters = {
	resource: 'identity',
	operation: 'getProviderConfiguration',
};
const register: INodeParameters = {
	resource: 'webhook',
	operation: 'register',
	webhookUrl: 'https://n8n.example.com/webhook/calls',
};
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());
afterEach(async () => await sandbox.reset());

interface Failure {
	code: string;
	message: string;
	description: string;
}

async function run(parameters: INodeParameters, credential: StoredCredential) {
	const host = createHost({ type: 'voiceAgent', parameters, credential });
	const [items = []] = await execute.call(host.execute());
	return items[0]?.json;
}

async function fail(parameters: INodeParameters, credential: StoredCredential): Promise<Failure> {
	const error = await run(parameters, credential).then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	const { context, message, description } = Object(error);
	return { code: context?.code, message, description };
}

/** How often a failure says that nothing was sent: once is enough. */
const countNothingSent = ({ message, description }: Failure): number =>
	`${message} ${description}`.split(/nothing was sent/i).length - 1;

/** How many requests each route has seen, of those that tokens and keys are not about. */
function countRequests(): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { path: asked } of sandbox.requests) {
		const name = asked.split('/').at(-1) ?? '';
		if (name !== 'certs') counts[name] = (counts[name] ?? 0) + 1;
	}
	return counts;
}

const readFixture = (name: string) =>
	readFileSync(path.join(import.meta.dirname, '../fixtures/certificates', name));

async function startTlsServer(): Promise<{ url: string; requests: string[]; server: Server }> {
	const requests: string[] = [];
	const server = createTlsServer(
		{ key: readFixture('self-signed.key.pem'), cert: readFixture('self-signed.cert.pem') },
		(request, response) => {
			requests.push(request.url ?? '');
			response.end('{}');
		},
	);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : undefined;
	return { url: `https://127.0.0.1:${port}`, requests, server };
}

/** A port of this machine at which nobody listens. */
async function findClosedPort(): Promise<number> {
	const server = createTcpServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	await new Promise((resolve) => server.close(resolve));
	if (typeof address !== 'object' || address === null) throw new Error('No port');
	return address.port;
}

/** An address of the credential, an operation that only that address matters to, and its field's name. */
const addresses = [
	['baseUrl', getCurrent, 'API Base Address', 'service-unreachable'],
	['identityUrl', getConfiguration, 'Identity Server Address', 'identity-unavailable'],
] as const;

describe.each(addresses)('%s', (name, parameters, field, unreachable) => {
	let credential: StoredCredential;
	beforeEach(async () => {
		credential = await connectCredential(sandbox);
		// Only the address under test is asked.
		credential.data.verifySignIn = false;
	});

	test('with a certificate that is not trusted says so, and sends nothing', async () => {
		const { url, requests, server } = await startTlsServer();
		try {
			credential.data[name] = url;
			const failure = await fail(parameters, credential);
			const { code, message, description } = failure;
			expect(countNothingSent(failure)).toBe(1);
			expect(code).toBe('certificate-not-trusted');
			expect(message).toContain('certificate');
			expect(message).toContain(`'${field}'`);
			expect(description).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
			expect(requests).toEqual([]);
		} finally {
			server.close();
		}
	});

	test('with https to a server that speaks http says so', async () => {
		credential.data[name] = String(credential.data[name]).replace('http:', 'https:');
		const failure = await fail(parameters, credential);
		const { code, message, description } = failure;
		expect(countNothingSent(failure)).toBe(1);
		expect(code).toBe('connection-not-encrypted');
		expect(message).toContain(`'${field}'`);
		expect(description).toMatch(/EPROTO|ERR_SSL_\w+/);
		expect(countRequests()).toEqual({});
	});

	test('of a host that nobody knows says so', async () => {
		credential.data[name] = 'https://voice-agent.invalid';
		const failure = await fail(parameters, credential);
		const { code, message, description } = failure;
		expect(countNothingSent(failure)).toBe(1);
		expect(code).toBe('host-not-found');
		expect(message).toContain(`'${field}'`);
		expect(description).toMatch(/ENOTFOUND|EAI_AGAIN/);
	});

	test('at which nobody listens says so', async () => {
		credential.data[name] = `http://127.0.0.1:${await findClosedPort()}`;
		const failure = await fail(parameters, credential);
		expect(failure.code).toBe(unreachable);
		expect(failure.message).toContain(`'${field}'`);
		expect(failure.description).toContain('(ECONNREFUSED)');
		expect(countNothingSent(failure)).toBe(1);
	});

	test('that redirects names where it leads, without the query', async () => {
		const target = name === 'baseUrl' ? 'users-me' : 'discovery';
		const headers = { location: 'https://new.example.com/base?token=hidden' };
		await sandbox.switchOnFault('status', { target, status: 301, body: '', headers });
		const { code, message, description } = await fail(parameters, credential);
		expect(code).toBe('address-redirects');
		expect(message).toContain(`'${field}'`);
		expect(description).toContain('It leads to https://new.example.com/base');
		expect(description).not.toContain('hidden');
		expect(Object.values(countRequests())).toEqual([1]);
	});
});

test('a redirect to another path of the same host is told as a whole address', async () => {
	const headers = { location: '/v2/me' };
	await sandbox.switchOnFault('status', { target: 'users-me', status: 308, body: '', headers });
	const { description } = await fail(getCurrent, await connectCredential(sandbox));
	expect(description).toContain(`It leads to ${sandbox.url}/v2/me`);
});

describe('a 401 of the API', () => {
	const words = 'The audience crm is not accepted';
	beforeEach(async () => {
		const body = JSON.stringify({ detail: words });
		await sandbox.switchOnFault('status', { target: 'users-me', status: 401, body });
		await sandbox.switchOnFault('status', { target: 'webhooks', status: 401, body });
	});

	test('keeps its own words, after one renewal', async () => {
		const { code, message, description } = await fail(getCurrent, await connectCredential(sandbox));
		expect(code).toBe('sign-in-refused');
		expect(message).toContain('access token');
		expect(description).toContain('audience');
		expect(description).toContain(words);
		expect(countRequests()).toEqual({ me: 2, token: 1 });
	});

	test('keeps its own words for a pasted token, which is sent once', async () => {
		const credential = await pasteCredential(sandbox);
		const { code, description } = await fail(
			{ ...getCurrent, authentication: 'accessToken' },
			credential,
		);
		expect(code).toBe('pasted-token-refused');
		expect(description).toContain(words);
		expect(description).toContain(`${sandbox.url}/token`);
		expect(countRequests()).toEqual({ me: 1 });
	});
});

test('a POST that is refused with 401 after all is not sent again, and nothing is made', async () => {
	const body = JSON.stringify({ detail: 'Webhooks are not in the scope' });
	await sandbox.switchOnFault('status', { target: 'webhooks', status: 401, body });
	const { code, description } = await fail(register, await connectCredential(sandbox));
	expect(code).toBe('sign-in-refused');
	expect(description).toContain('Webhooks are not in the scope');
	expect(countRequests()).toEqual({ me: 1, Webhooks: 1 });
	expect(sandbox.registrations).toEqual([]);
});

describe.each([
	['Get Current', getCurrent],
	['Register', register],
])('%s with a token that has to be renewed', (_, parameters) => {
	let credential: StoredCredential;
	beforeEach(async () => {
		credential = await connectCredential(sandbox);
		await sandbox.switchOnFault('token-expired');
	});
	afterEach(() => expect(sandbox.registrations).toEqual([]));

	test.each([500, 502, 503, 504])(
		'blames the identity server if that answers %i, and asks it once',
		async (status) => {
			await sandbox.switchOnFault('status', { target: 'token', status });
			const { code, description } = await fail(parameters, credential);
			expect(code).toBe('identity-unavailable');
			expect(description).toContain('Nothing was done at the voice-agent service');
			expect(description).toContain('This happened while renewing the sign-in');
			expect(countRequests()).toEqual({ me: 1, token: 1 });
		},
	);

	test('shows a refresh token once if the answer is lost', async () => {
		await sandbox.switchOnFault('dropped-connection', { target: 'token', afterEffect: true });
		const { code, description } = await fail(parameters, credential);
		expect(code).toBe('identity-unavailable');
		expect(description).toContain('ECONNRESET');
		expect(description).toContain('connect the credential again');
		expect(countRequests()).toEqual({ me: 1, token: 1 });
	});

	test('is tried again if nothing could be sent to the identity server', async () => {
		const { data } = credential;
		data.accessTokenUrl = `http://127.0.0.1:${await findClosedPort()}/token`;
		const { code, message, description } = await fail(parameters, credential);
		expect(code).toBe('identity-unavailable');
		expect(message).toContain("'Identity Server Address'");
		expect(description).toContain('Nothing was sent (ECONNREFUSED)');
		expect(countRequests()).toEqual({ me: 3 });
	});

	test('says that the sign-in has ended if there is no refresh token', async () => {
		const tokens = { ...Object(credential.data.oauthTokenData) };
		delete tokens.refresh_token;
		credential.data.oauthTokenData = tokens;
		expect((await fail(parameters, credential)).code).toBe('sign-in-expired');
		expect(countRequests()).toEqual({ me: 1 });
	});

	test('blames the identity server for an answer that is no JSON', async () => {
		const body = '<html>Welcome</html>';
		await sandbox.switchOnFault('status', { target: 'token', status: 200, body });
		expect((await fail(parameters, credential)).code).toBe('identity-answer-unreadable');
		expect(countRequests()).toEqual({ me: 1, token: 1 });
	});
});

test('Register says that nothing was registered if it fails before the POST', async () => {
	const credential = await connectCredential(sandbox);
	await sandbox.switchOnFault('status', { target: 'users-me', status: 403 });
	expect((await fail(register, credential)).description).toContain('No webhook was registered');
	expect(countRequests()).toEqual({ me: 1 });
});

test('a call whose renewal was refused sends again if another execution has renewed meanwhile', async () => {
	const credential = await connectCredential(sandbox);
	await sandbox.switchOnFault('token-expired');
	const renewed = await connectCredential(sandbox);
	const body = JSON.stringify({ error: 'invalid_grant', error_description: 'Token reuse' });
	await sandbox.switchOnFault('status', { target: 'token', status: 400, body, times: 1 });
	// What the other execution stores while this one is refused.
	const read = credential.getDecrypted.bind(credential);
	jest.spyOn(credential, 'getDecrypted').mockImplementation(async () => {
		if (countRequests().token === 1) credential.data = structuredClone(renewed.data);
		return await read();
	});
	expect(await run(getCurrent, credential)).toMatchObject({ email: sandbox.user.email });
	expect(countRequests()).toEqual({ me: 2, token: 1 });
});

describe('Get User Info', () => {
	test.each([
		['403', 403],
		['401 without a body, as for a lightweight token', 401],
	])('explains a refusal: %s', async (_, status) => {
		await sandbox.switchOnFault('status', { target: 'userinfo', status, body: '' });
		const { code, description } = await fail(getUserInfo, await connectCredential(sandbox));
		expect(code).toBe('user-info-refused');
		expect(description).toContain('lightweight');
		expect(description).toContain('openid');
	});

	test('blames the identity server, and not the service, if it fails', async () => {
		await sandbox.switchOnFault('status', { target: 'userinfo', status: 500 });
		const { code, message } = await fail(getUserInfo, await connectCredential(sandbox));
		expect(code).toBe('identity-unavailable');
		expect(message).toContain('identity server');
	});

	async function answerWith(claims: Record<string, unknown>): Promise<void> {
		const body = await sandbox.identity.signJwt(claims);
		const contentType = 'application/jwt';
		await sandbox.switchOnFault('status', { target: 'userinfo', status: 200, body, contentType });
	}
	const signed = () => ({
		iss: sandbox.identityUrl,
		aud: sandbox.clients.public.clientId,
		sub: sandbox.user.id,
		email: 'signed@example.com',
	});

	test('reads signed user info', async () => {
		await answerWith(signed());
		expect(await run(getUserInfo, await connectCredential(sandbox))).toMatchObject({
			email: 'signed@example.com',
		});
	});

	test.each([
		['for another application', { aud: 'another' }, 'audience-mismatch'],
		['of another user', { sub: 'another' }, 'subject-mismatch'],
		['of another identity server', { iss: 'https://id.example.org' }, 'issuer-mismatch'],
	])('does not believe signed user info %s', async (_, change, reason) => {
		await answerWith({ ...signed(), ...change });
		const { code, description } = await fail(getUserInfo, await connectCredential(sandbox));
		expect(code).toBe('user-info-not-trusted');
		expect(description).toContain(reason);
		expect(description).not.toContain('signed@example.com');
	});
});

describe('Get Provider Configuration', () => {
	test('needs no sign-in', async () => {
		const credential = await connectCredential(sandbox);
		delete credential.data.oauthTokenData;
		expect(await run(getConfiguration, credential)).toMatchObject({
			configuration: { issuer: sandbox.identityUrl },
		});
	});

	test('says that a web page is no discovery document', async () => {
		const body = '<html>Welcome</html>';
		await sandbox.switchOnFault('status', { target: 'discovery', status: 200, body });
		const { code } = await fail(getConfiguration, await connectCredential(sandbox));
		expect(code).toBe('identity-answer-unreadable');
	});
});
