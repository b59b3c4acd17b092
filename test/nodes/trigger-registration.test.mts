import { createServer } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { createHost } from './host/host.mts';
import type { Host, HostOptions } from './host/host.mts';
import { connectCredential, describeCredential } from './host/sandbox-credential.mts';
import { StoredCredential } from './host/stored-credential.mts';

const { create, delete: remove } = new VoiceAgentTrigger().webhookMethods.default;
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());
afterEach(async () => {
	expect(sandbox.trappedCalls).toEqual([]);
	await sandbox.reset();
});

/** What n8n does on publishing: register only if nothing is registered. */
async function publish(
	host: Host,
	activation: 'activate' | 'update' | 'manual' = 'activate',
	hooks = new VoiceAgentTrigger().webhookMethods.default,
) {
	const exists = await hooks.checkExists.call(host.hook(activation));
	if (!exists) await hooks.create.call(host.hook(activation));
}

/** The hooks as a process has them that was just started: with nothing in its memory. */
async function restart() {
	const started: (typeof VoiceAgentTrigger)[] = [];
	await jest.isolateModulesAsync(async () => {
		const fresh = await import('../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts');
		started.push(fresh.VoiceAgentTrigger);
	});
	const [Trigger] = started;
	// The class that was loaded first would remember what it registered.
	if (Trigger === undefined || Trigger === VoiceAgentTrigger) throw new Error('Nothing restarted.');
	return new Trigger().webhookMethods.default;
}

/** Each test is its own n8n, since a process remembers what it registered. */
let n8nPort = 20_000;
beforeEach(() => {
	n8nPort += 1;
});

async function createTrigger(options: Partial<HostOptions> = {}): Promise<Host> {
	return createHost({
		type: 'voiceAgentTrigger',
		webhookBaseUrl: `http://127.0.0.1:${n8nPort}`,
		credential: options.credential ?? (await connectCredential(sandbox)),
		...options,
	});
}

const withOptions = (options: INodeParameters): INodeParameters => ({ options });

const requestsTo = (path: string, method = 'POST') =>
	sandbox.requests.filter((request) => request.path === path && request.method === method);

test('publishing registers the URL once, after asking who is signed in', async () => {
	const host = await createTrigger();
	await publish(host);
	expect(sandbox.registrations).toHaveLength(1);
	expect(sandbox.registrations[0]?.url).toBe(host.hook().getNodeWebhookUrl('default'));
	expect(sandbox.registrations[0]?.body).toEqual({
		url: host.hook().getNodeWebhookUrl('default'),
		description: 'n8n Voice Agent Trigger',
		event_types: ['ConversationComplete'],
		enabled: true,
	});
	const paths = sandbox.requests.map((request) => request.path);
	expect(paths.indexOf('/api/Users/me')).toBeLessThan(paths.indexOf('/api/Webhooks'));
	expect(paths).toContain('/api/Users/me');
});

test('publishing again, with a restart and a renamed node in between, registers nothing', async () => {
	const credential = await connectCredential(sandbox);
	const first = await createTrigger({ credential });
	await publish(first);
	await remove.call(first.hook('update'));
	await publish(first);
	const staticData = first.saveStaticData();
	const restarted = await createTrigger({ credential, staticData, name: 'Renamed' });
	await publish(restarted, 'update', await restart());
	expect(sandbox.registrations).toHaveLength(1);
});

test('a webhook that was made is not made again where n8n discarded what was stored', async () => {
	const credential = await connectCredential(sandbox);
	await publish(await createTrigger({ credential }));
	const again = await createTrigger({ credential });
	await publish(again);
	expect(sandbox.registrations).toHaveLength(1);
	const afterwards = await createTrigger({ credential, staticData: again.saveStaticData() });
	await publish(afterwards, 'activate', await restart());
	expect(sandbox.registrations).toHaveLength(1);
});

test('a webhook that n8n asked about again before it discarded it is not made again', async () => {
	const credential = await connectCredential(sandbox);
	const first = await createTrigger({ credential });
	await publish(first);
	await publish(first);
	await publish(await createTrigger({ credential }));
	expect(sandbox.registrations).toHaveLength(1);
});

test('after an hour a webhook that the workflow does not remember is made', async () => {
	const credential = await connectCredential(sandbox);
	await publish(await createTrigger({ credential }));
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60 * 60 * 1000);
	try {
		await publish(await createTrigger({ credential }));
	} finally {
		clock.mockRestore();
	}
	expect(sandbox.registrations).toHaveLength(2);
});

test('the webhook of a test is taken back also hours after it was made', async () => {
	const credential = await connectCredential(sandbox);
	const parameters = withOptions({ onDeactivate: 'tryToDelete' });
	await publish(await createTrigger({ credential, parameters }), 'manual');
	// n8n takes a test's webhook down in this mode, at its test URL.
	const later = (await createTrigger({ credential, parameters })).hook('update');
	jest.spyOn(later, 'getNodeWebhookUrl').mockReturnValue(sandbox.registrations[0]?.url);
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3 * 60 * 60 * 1000);
	try {
		await remove.call(later);
	} finally {
		clock.mockRestore();
	}
	expect(sandbox.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('what another process took back is made again', async () => {
	const credential = await connectCredential(sandbox);
	const parameters = withOptions({ onDeactivate: 'tryToDelete' });
	const first = await createTrigger({ credential, parameters });
	await publish(first);
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3 * 60 * 1000);
	try {
		await publish(first, 'update');
		const elsewhere = await restart();
		const second = await createTrigger({
			credential,
			parameters,
			staticData: first.saveStaticData(),
		});
		await elsewhere.delete.call(second.hook('update'));
		const staticData = second.saveStaticData();
		await publish(await createTrigger({ credential, parameters, staticData }));
	} finally {
		clock.mockRestore();
	}
	expect(sandbox.registrations).toHaveLength(2);
});

/** The same webhook address with what the first trigger stored and another credential, in a new process. */
async function republish(first: Host, credential: StoredCredential, credentialId: string) {
	const staticData = first.saveStaticData();
	const second = await createTrigger({ credential, staticData });
	second.node.credentials = { voiceAgentOAuth2Api: { id: credentialId, name: 'Another' } };
	await publish(second, 'activate', await restart());
}

test('another credential of the same user registers nothing', async () => {
	const first = await createTrigger();
	await publish(first);
	await republish(first, await connectCredential(sandbox), 'credential-2');
	expect(sandbox.registrations).toHaveLength(1);
});

test('another user behind the same credential registers again', async () => {
	const other = { ...sandbox.user, id: 'another-user', username: 'another' };
	const shared = await startSandbox({ users: [sandbox.user, other] });
	try {
		const first = await createTrigger({ credential: await connectCredential(shared) });
		await publish(first);
		const credential = await connectCredential(shared);
		const tokens = await shared.identity.issueTokens({ userId: other.id });
		credential.data.oauthTokenData = { ...tokens };
		await republish(first, credential, 'credential-1');
		expect(shared.registrations).toMatchObject([{ userId: sandbox.user.id }, { userId: other.id }]);
	} finally {
		await shared.close();
	}
});

test.each<[string, INodeParameters]>([
	['a raised revision', withOptions({ registrationRevision: 2 })],
	['a changed body', withOptions({ extraFields: '{"secret":"x"}' })],
])('%s registers again', async (_, parameters) => {
	const credential = await connectCredential(sandbox);
	const first = await createTrigger({ credential });
	await publish(first);
	const staticData = first.saveStaticData();
	await publish(await createTrigger({ credential, staticData, parameters }), 'update');
	expect(sandbox.registrations).toHaveLength(2);
});

test('a changed URL registers again, and the old one is still remembered', async () => {
	const credential = await connectCredential(sandbox);
	const first = await createTrigger({ credential });
	await publish(first);
	const staticData = first.saveStaticData();
	const moved = await createTrigger({
		credential,
		staticData,
		webhookBaseUrl: 'http://127.0.0.1:9999',
	});
	await publish(moved);
	expect(sandbox.registrations).toHaveLength(2);
	const back = await createTrigger({
		credential,
		staticData: moved.saveStaticData(),
	});
	await publish(back, 'activate', await restart());
	expect(sandbox.registrations).toHaveLength(2);
});

test('listening for a test event registers the test URL once in a process', async () => {
	const credential = await connectCredential(sandbox);
	const webhookBaseUrl = 'http://127.0.0.1:5001';
	for (let times = 0; times < 3; times++) {
		await publish(await createTrigger({ credential, webhookBaseUrl }), 'manual');
	}
	expect(sandbox.registrations.map(({ url }) => url)).toEqual([
		expect.stringContaining('/webhook-test/'),
	]);
});

test('listening again hours later registers nothing, since the process still remembers it', async () => {
	const credential = await connectCredential(sandbox);
	await publish(await createTrigger({ credential }), 'manual');
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 5 * 60 * 60 * 1000);
	try {
		await publish(await createTrigger({ credential }), 'manual');
	} finally {
		clock.mockRestore();
	}
	expect(sandbox.registrations).toHaveLength(1);
});

test('manual registration sends nothing', async () => {
	const host = createHost({
		type: 'voiceAgentTrigger',
		parameters: { registration: 'manual' },
	});
	await publish(host);
	await remove.call(host.hook('update'));
	expect(sandbox.requests).toEqual([]);
});

test('a credential that is not connected says so', async () => {
	const credential = new StoredCredential(describeCredential(sandbox));
	const host = await createTrigger({ credential });
	await expect(publish(host)).rejects.toMatchObject({
		message: expect.stringContaining('Open the credential, choose "Connect" and sign in'),
		context: { code: 'credential-not-connected' },
	});
	expect(sandbox.requests).toEqual([]);
});

test("a refused registration shows the service's own words and where to change the body", async () => {
	sandbox.setRegistrationRules({ urlField: 'callback_address' });
	const host = await createTrigger();
	await expect(publish(host)).rejects.toMatchObject({
		// n8n 1 and 2.0 would show a description in place of the message.
		message: expect.stringMatching(/Registration Body.*callback_address/),
		description: undefined,
		context: { code: 'registration-refused' },
	});
	const parameters = withOptions({ urlFieldName: 'callback_address' });
	await publish(await createTrigger({ parameters }));
	expect(sandbox.registrations).toHaveLength(1);
});

const otherEvents = (eventNames: string, options: INodeParameters = {}): INodeParameters => ({
	triggerOn: 'otherEvents',
	eventNames,
	options,
});

test('other events are registered by their names, in whatever order they are entered', async () => {
	const credential = await connectCredential(sandbox);
	const parameters = otherEvents('SessionStarted, ConversationComplete');
	const first = await createTrigger({ credential, parameters });
	await publish(first);
	const events = ['ConversationComplete', 'SessionStarted'];
	expect(sandbox.registrations.map(({ body }) => body.event_types)).toEqual([events]);
	const staticData = first.saveStaticData();
	const reordered = otherEvents('ConversationComplete,SessionStarted');
	await publish(await createTrigger({ credential, staticData, parameters: reordered }), 'update');
	expect(sandbox.registrations).toHaveLength(1);
});

test.each<[string, INodeParameters, number]>([
	[
		'ConversationComplete as an other event is the same webhook',
		otherEvents('ConversationComplete'),
		1,
	],
	['another event is another webhook', otherEvents('SessionStarted'), 2],
	['one more event is another webhook', otherEvents('ConversationComplete, SessionStarted'), 2],
	['a filter on events is the same webhook', { options: { events: 'SessionStarted' } }, 1],
])('%s', async (_, parameters, webhooks) => {
	const credential = await connectCredential(sandbox);
	const first = await createTrigger({ credential });
	await publish(first);
	const staticData = first.saveStaticData();
	const changed = await createTrigger({ credential, staticData, parameters });
	await publish(changed, 'update');
	expect(sandbox.registrations).toHaveLength(webhooks);
});

test('without the name of an event, publishing fails and sends nothing', async () => {
	const host = await createTrigger({ parameters: otherEvents(' , ') });
	await expect(publish(host)).rejects.toMatchObject({
		message: expect.stringContaining('No event is named'),
		context: { code: 'registration-body-invalid' },
	});
	expect(sandbox.requests).toEqual([]);
});

test('a service that refuses several events says so, with where to change them', async () => {
	const refusal = {
		target: 'webhooks',
		status: 400,
		body: JSON.stringify({ detail: 'event_types must hold exactly one event.' }),
	} as const;
	await sandbox.switchOnFault('status', refusal);
	const host = await createTrigger({
		parameters: otherEvents('SessionStarted, ConversationComplete'),
	});
	await expect(publish(host)).rejects.toMatchObject({
		message: expect.stringMatching(
			/event_types must hold exactly one event\..*names 2 events.*leave one in Event Names.*Whole Body/,
		),
		context: { code: 'registration-refused' },
	});
	// With one event that advice would lead astray.
	const one = await createTrigger({ parameters: otherEvents('SessionStarted') });
	await expect(publish(one)).rejects.toMatchObject({
		message: expect.not.stringContaining('Event Names'),
		context: { code: 'registration-refused' },
	});
	expect(sandbox.registrations).toEqual([]);
});

test('an address that the service cannot reach stops publishing', async () => {
	const credential = await connectCredential(sandbox);
	// A public name that leads to the sandbox: nothing is sent, so it need not resolve.
	credential.data.baseUrl = 'https://api.voice-agent.example';
	const host = await createTrigger({ credential });
	const error = await create.call(host.hook()).catch((thrown: unknown) => thrown);
	expect(error).toMatchObject({
		message: expect.stringContaining('WEBHOOK_URL'),
		context: { code: 'webhook-url-unreachable' },
	});
	expect(sandbox.requests).toEqual([]);
	// n8n's editor cuts a long message: it says each thing once, and the code early.
	const { message } = Object(error);
	expect(message.indexOf('Error code: webhook-url-unreachable.')).toBeLessThan(100);
	for (const once of ['cannot reach', 'environment variable', 'private network', 'restart']) {
		expect(message.split(once)).toHaveLength(2);
	}
});

test('the user may let such an address be registered all the same', async () => {
	const credential = await connectCredential(sandbox);
	credential.data.baseUrl = 'https://api.voice-agent.example';
	const parameters = withOptions({ allowPrivateWebhookUrl: true });
	const hook = (await createTrigger({ credential, parameters })).hook();
	const { httpRequest } = hook.helpers;
	// The public name leads to the sandbox.
	hook.helpers.httpRequest = async ({ url, ...options }) =>
		await httpRequest({
			...options,
			url: url.replace('https://api.voice-agent.example', sandbox.url),
		});
	await expect(create.call(hook)).resolves.toBe(true);
	expect(sandbox.registrations).toMatchObject([{ url: hook.getNodeWebhookUrl('default') }]);
});

test.each([
	['the answer is lost', 'dropped-connection', { afterEffect: true }],
	['the answer is not JSON', 'broken-json', {}],
	['a gateway fails', 'status', { status: 502, afterEffect: true }],
] as const)('one POST over five attempts where %s', async (_, fault, options) => {
	await sandbox.switchOnFault(fault, { target: 'webhooks', ...options });
	const host = await createTrigger({ webhookBaseUrl: `http://127.0.0.1:6001/${fault}` });
	for (let attempt = 0; attempt < 5; attempt++) {
		await expect(create.call(host.hook())).rejects.toMatchObject({
			message: expect.stringContaining('delete it there'),
		});
	}
	expect(requestsTo('/api/Webhooks')).toHaveLength(1);
});

test('where the answer was lost, nothing is sent for two minutes, and each attempt explains it once', async () => {
	await sandbox.switchOnFault('dropped-connection', { target: 'webhooks', times: 1 });
	const host = await createTrigger();
	const start = Date.now();
	const clock = jest.spyOn(Date, 'now');
	try {
		for (const now of [start, start + 1, start + 2 * 60_000 - 1]) {
			clock.mockReturnValue(now);
			const error = await create.call(host.hook()).catch((thrown: unknown) => thrown);
			expect(error).toMatchObject({ context: { code: 'registration-outcome-unknown' } });
			const { message, description } = Object(error);
			expect(message.split('Error code: registration-outcome-unknown')).toHaveLength(2);
			expect(description).toBeUndefined();
		}
		expect(requestsTo('/api/Webhooks')).toHaveLength(1);
		clock.mockReturnValue(start + 2 * 60_000);
		await expect(create.call(host.hook())).resolves.toBe(true);
		expect(sandbox.registrations).toHaveLength(1);
	} finally {
		clock.mockRestore();
	}
});

test.each(['users-me', 'webhooks'] as const)(
	"what was refused for load is left to n8n's next attempt, which registers (%s)",
	async (target) => {
		await sandbox.switchOnFault('too-many-requests', { target, times: 1, retryAfterSeconds: 0 });
		const host = await createTrigger();
		await expect(publish(host)).rejects.toMatchObject({ context: { code: 'too-many-requests' } });
		await publish(host);
		expect(sandbox.registrations).toHaveLength(1);
	},
);

test('publishing gives keys 3 s, the user 10 s and the registration 30 s to answer', async () => {
	const hook = (await createTrigger()).hook();
	const request = jest.spyOn(hook.helpers, 'httpRequest');
	const hooks = await restart();
	await expect(hooks.create.call(hook)).resolves.toBe(true);
	expect(request.mock.calls.map(([{ url, timeout }]) => [url, timeout])).toEqual([
		[`${sandbox.identityUrl}/protocol/openid-connect/certs`, 3_000],
		[`${sandbox.url}/api/Users/me`, 10_000],
		[`${sandbox.url}/api/Webhooks`, 30_000],
	]);
});

test('an n8n that hands a 401 over renews the sign-in all the same', async () => {
	const host = await createTrigger();
	await sandbox.switchOnFault('token-expired');
	const hook = host.hook();
	const { httpRequest } = hook.helpers;
	// As n8n-core before 2.11: any value but false means that no status is an error.
	hook.helpers.httpRequest = async (options) =>
		await httpRequest({
			...options,
			ignoreHttpStatusErrors: Boolean(options.ignoreHttpStatusErrors),
		});
	await expect(create.call(hook)).resolves.toBe(true);
	expect(sandbox.registrations).toHaveLength(1);
	expect(sandbox.requests.filter(({ path }) => path.endsWith('/token'))).toHaveLength(1);
});

test('a web page in place of the API is told as such, and nothing is registered', async () => {
	const credential = await connectCredential(sandbox);
	const page = createServer((_, response) => {
		response.setHeader('content-type', 'text/html').end('<!doctype html><title>App</title>');
	});
	await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
	try {
		const address = page.address();
		const port = typeof address === 'object' ? address?.port : undefined;
		credential.data.baseUrl = `http://127.0.0.1:${port}`;
		await expect(publish(await createTrigger({ credential }))).rejects.toMatchObject({
			message: expect.stringContaining('not a web page'),
			context: { code: 'answer-unreadable' },
		});
	} finally {
		page.close();
	}
});

test('deactivating says so where the webhook belongs to another address', async () => {
	const credential = await connectCredential(sandbox);
	const parameters = withOptions({ onDeactivate: 'tryToDelete' });
	const first = await createTrigger({ credential, parameters });
	await publish(first);
	credential.data.baseUrl = String(credential.data.baseUrl).replace('127.0.0.1', 'localhost');
	const staticData = first.saveStaticData();
	const changed = await createTrigger({ credential, parameters, staticData });
	const hook = changed.hook('update');
	const info = jest.spyOn(hook.logger, 'info');
	await expect(remove.call(hook)).resolves.toBe(true);
	expect(sandbox.requests.some(({ method }) => method === 'DELETE')).toBe(false);
	expect(info).toHaveBeenCalledWith(expect.stringContaining('nothing was deleted'));
});

test('deactivating asks the service to delete only where the user wants it', async () => {
	const keeping = await createTrigger({ webhookBaseUrl: 'http://127.0.0.1:7001' });
	await publish(keeping);
	await remove.call(keeping.hook('update'));
	expect(sandbox.requests.some(({ method }) => method === 'DELETE')).toBe(false);

	const deleting = await createTrigger({
		parameters: withOptions({ onDeactivate: 'tryToDelete' }),
	});
	await publish(deleting);
	const id = sandbox.registrations.at(-1)?.id;
	await expect(remove.call(deleting.hook('update'))).resolves.toBe(true);
	expect(requestsTo(`/api/Webhooks/${id}`, 'DELETE')).toHaveLength(1);
	// The service knows no such operation (404 or 405): forgotten, so publishing registers anew.
	await publish(deleting);
	expect(sandbox.registrations).toHaveLength(3);
});

test.each(['..', 'a/../..'])('an id such as %j never becomes part of an address', async (id) => {
	const body = JSON.stringify({ id });
	await sandbox.switchOnFault('status', { target: 'webhooks', status: 201, body });
	const host = await createTrigger({ parameters: withOptions({ onDeactivate: 'tryToDelete' }) });
	await publish(host);
	const warn = jest.spyOn(host.hook('update').logger, 'warn');
	await expect(remove.call(host.hook('update'))).resolves.toBe(true);
	expect(sandbox.requests.some(({ method }) => method === 'DELETE')).toBe(false);
	expect(warn).toHaveBeenCalledWith(expect.stringContaining('cannot be part of an address'));
	warn.mockRestore();
});
