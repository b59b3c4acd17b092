import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type Server } from 'node:net';
import path from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { VoiceAgent } from '../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { createHost } from './host/host.mts';
import { connectCredential } from './host/sandbox-credential.mts';
import { StoredCredential } from './host/stored-credential.mts';

// n8n shows "Connected" whatever the addresses are. What was merely pasted with too much or too little
// works; everything else is named by User → Get Current and on publishing.
const { execute } = new VoiceAgent();
const { checkExists, create } = new VoiceAgentTrigger().webhookMethods.default;
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());
afterEach(async () => await sandbox.reset());

async function connect(addresses: Record<string, string>): Promise<StoredCredential> {
	const credential = await connectCredential(sandbox);
	Object.assign(credential.data, addresses);
	return credential;
}

async function run(parameters: INodeParameters, credential: StoredCredential) {
	const host = createHost({ type: 'voiceAgent', parameters, credential });
	const [items = []] = await execute.call(host.execute());
	return items[0]?.json;
}

const getCurrent = async (credential: StoredCredential) =>
	await run({ resource: 'user', operation: 'getCurrent' }, credential);

/** Each is its own n8n, since a process remembers what it registered. */
let n8nPort = 30_000;

async function publish(credential: StoredCredential) {
	const webhookBaseUrl = `http://127.0.0.1:${++n8nPort}`;
	const host = createHost({ type: 'voiceAgentTrigger', credential, webhookBaseUrl });
	if (!(await checkExists.call(host.hook()))) await create.call(host.hook());
}

describe('understood', () => {
	test.each(['/', '/api', '/api/', '//api//'])(
		'an API base address that ends with %s',
		async (ending) => {
			const addresses = { baseUrl: ` ${sandbox.url}${ending} ` };
			expect(await getCurrent(await connect(addresses))).toMatchObject({
				email: sandbox.user.email,
			});
			await publish(await connect(addresses));
			expect(sandbox.registrations).toHaveLength(1);
		},
	);

	test('an API base address without a scheme, which is https', async () => {
		const oauthTokenData = { access_token: 'token' };
		const addresses = { baseUrl: 'api.example.com/', identityUrl: '' };
		const credential = new StoredCredential({ ...addresses, oauthTokenData });
		const parameters: INodeParameters = { resource: 'user', operation: 'getCurrent' };
		const context = createHost({ type: 'voiceAgent', credential, parameters }).execute();
		const answer = { statusCode: 200, headers: {}, body: { id: 'user-1' } };
		const request = jest.fn().mockResolvedValue(answer);
		Object.assign(context.helpers, { httpRequestWithAuthentication: request });
		await execute.call(context);
		expect(request).toHaveBeenCalledWith(
			'voiceAgentOAuth2Api',
			expect.objectContaining({ url: 'https://api.example.com/api/Users/me' }),
		);
	});

	test("an identity server's address that was copied from its discovery document", async () => {
		const copied = `${sandbox.identityUrl}/.well-known/openid-configuration`;
		for (const field of ['identityUrl', 'issuer']) {
			const credential = await connect({ [field]: copied });
			const configuration = { resource: 'identity', operation: 'getProviderConfiguration' };
			expect(await run(configuration, credential)).toMatchObject({
				configuration: { issuer: sandbox.identityUrl },
			});
			const verify = { resource: 'identity', operation: 'verifyToken' };
			expect(await run(verify, credential)).toMatchObject({ access_token: { valid: true } });
		}
	});
});

describe('named', () => {
	const readFixture = (name: string) =>
		readFileSync(path.join(import.meta.dirname, '../fixtures/certificates', name));

	async function listen(server: Server): Promise<number> {
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const address = server.address();
		if (typeof address !== 'object' || address === null) throw new Error('No port');
		return address.port;
	}

	async function openDeadPort(): Promise<string> {
		const server = createTcpServer();
		const port = await listen(server);
		await new Promise((resolve) => server.close(resolve));
		return `http://127.0.0.1:${port}`;
	}

	let closeServer: (() => void) | undefined;
	afterEach(() => closeServer?.());

	async function openHttpsServer(): Promise<string> {
		const server = createTlsServer({
			key: readFixture('self-signed.key.pem'),
			cert: readFixture('self-signed.cert.pem'),
		});
		closeServer = () => server.close();
		return `http://127.0.0.1:${await listen(server)}`;
	}

	async function answerWithWebPage(status: number): Promise<string> {
		const headers = { 'content-type': 'text/html' };
		const body = '<!doctype html><title>Welcome</title>';
		await sandbox.switchOnFault('status', { target: 'users-me', status, body, headers });
		return sandbox.url;
	}

	const mistakes: [string, () => Promise<string>, string, RegExp][] = [
		['a dead port', openDeadPort, 'service-unreachable', /'?API Base Address'?.*ECONNREFUSED/],
		[
			'a web page',
			async () => await answerWithWebPage(200),
			'answer-unreadable',
			/API base address.*not a web page/i,
		],
		[
			'the path of a web application',
			async () => await answerWithWebPage(404),
			'not-found',
			/API base address.*\/api/i,
		],
		[
			'https for http',
			async () => await Promise.resolve(sandbox.url.replace('http:', 'https:')),
			'connection-not-encrypted',
			/API Base Address/,
		],
		[
			'http for https',
			openHttpsServer,
			'answer-lost',
			/'API Base Address' must begin with https:\/\//,
		],
	];

	test.each(mistakes)('%s', async (_, openAddress, code, words) => {
		const credential = await connect({ baseUrl: await openAddress() });
		const read = async (failing: Promise<unknown>) => {
			const error = await failing.catch((thrown: unknown) => thrown);
			const { context, message, description } = Object(error);
			return { code: context?.code, text: `${message} ${description ?? ''}` };
		};
		for (const failing of [getCurrent, publish]) {
			expect(await read(failing(credential))).toEqual({
				code,
				text: expect.stringMatching(words),
			});
		}
		expect(sandbox.registrations).toEqual([]);
	});
});
