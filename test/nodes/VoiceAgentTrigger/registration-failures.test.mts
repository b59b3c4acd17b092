import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { requestsEndingWith } from '../../support/in-process/driver.mts';
import { atMoment, skipWaits } from '../../support/clock.mts';
import { otherEvents } from '../../support/in-process/host.mts';
import { connectCredential, connectWith } from '../../support/in-process/sandbox-credential.mts';
import type { StoredCredential } from '../../support/in-process/stored-credential.mts';
import type { FaultName, FaultOptions } from '../../../sandbox/types.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import {
	publish,
	reload,
	requestsTo,
	restart,
	useTriggers,
} from '../../support/in-process/registration-driver.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';
import { useLog } from '../../support/in-process/use-log.mts';

const { create } = new VoiceAgentTrigger().webhookMethods.default;

const sandbox = useSandbox();
beforeEach(skipWaits);
const createTrigger = useTriggers(sandbox);
const log = useLog();

// What registerWebhook makes of a service that makes no webhook.
test('a service that rejects several events says so, with where to change them', async () => {
	const body = JSON.stringify({ detail: 'event_types must hold exactly one event.' });
	await sandbox.switchOnFault('status', { target: 'webhooks', status: 400, body });
	const parameters = otherEvents('SessionStarted, ConversationComplete');
	const host = await createTrigger({ parameters });
	await expectFailure(publish(host), 'registration-rejected', {
		message: expect.stringMatching(
			/event_types must hold exactly one event\..*names 2 events.*leave one in Event Names.*Options → Registration Body/,
		),
	});
	// With one event that advice would lead astray.
	const one = await createTrigger({ parameters: otherEvents('SessionStarted') });
	await expectFailure(publish(one), 'registration-rejected', {
		message: expect.not.stringContaining('Event Names'),
	});
	expect(sandbox.registrations).toEqual([]);
});

describe('a service that registers nothing, since its test of the URL got 401', () => {
	const fail = async (status: number, verifyDeliveries: string, signingSecret?: string) => {
		const body = JSON.stringify({ detail: 'The URL answered 401.' });
		await sandbox.switchOnFault('status', { target: 'webhooks', status, body, times: 1 });
		const credential = await connectCredential(sandbox);
		if (signingSecret !== undefined) credential.data.signingSecret = signingSecret;
		const host = await createTrigger({ parameters: { verifyDeliveries }, credential });
		const error = await publish(host).catch((thrown: unknown) => thrown);
		return String(Object(error).message);
	};

	test.each([400, 403, 422, 500, 503])(
		'status %i: the message says that it may be so',
		async (status) => {
			const message = await fail(status, 'require');
			expect(message).toContain('The URL answered 401.');
			expect(message).toMatch(
				/tests the URL.*401: publish without Verify Deliveries: Require first/,
			);
		},
	);

	test('a signing secret is named, alone or with Require, and no advice is given without either', async () => {
		expect(await fail(400, 'off', 'secret-1')).toContain(
			'without the Webhook Signing Secret first',
		);
		const both = await fail(400, 'require', 'secret-1');
		expect(both).toContain(
			'without Verify Deliveries: Require and the Webhook Signing Secret first',
		);
		expect(both).not.toContain('secret-1');
		expect(await fail(400, 'reportOnly')).not.toContain('tests the URL');
	});
});

test.each([
	[500, 'registration-unconfirmed'],
	[501, 'service-failed'],
	[503, 'service-failed'],
])(
	'after status %i, a webhook may exist only if nothing says the opposite: %s',
	async (status, code) => {
		await sandbox.switchOnFault('status', { target: 'webhooks', status });
		await expectFailure(publish(await createTrigger()), code);
	},
);

test('a webhook URL that is no http address stops publishing', async () => {
	const host = await createTrigger({ webhookBaseUrl: 'ftp://n8n.example.com' });
	await expectFailure(create.call(host.hook()), 'webhook-url-invalid', {
		message: expect.stringContaining('N8N_WEBHOOK_URL'),
	});
	const hook = host.hook();
	hook.getNodeWebhookUrl = () => undefined;
	await expectFailure(create.call(hook), 'webhook-url-missing');
	expect(sandbox.requests).toEqual([]);
});

test.each([
	'https://n8n.example.com/ ',
	'https://n8n.example.com//n8n',
	'https://n8n.example.com/a b',
	'https://user:pass-word@n8n.example.com',
])(
	'a webhook URL of n8n such as "%s" stops publishing, and is not told',
	async (webhookBaseUrl) => {
		const host = await createTrigger({ webhookBaseUrl });
		const failure = publish(host);
		await expectFailure(failure, 'webhook-url-invalid', {
			message: expect.stringMatching(/N8N_WEBHOOK_URL.*no password/),
		});
		await expect(failure).rejects.not.toThrow('pass-word');
		expect(sandbox.requests).toEqual([]);
	},
);

test('the address that is registered is the one that was parsed', async () => {
	const { port } = new URL(sandbox.url);
	const host = await createTrigger({ webhookBaseUrl: `HTTP://LOCALHOST:${port}/ü` });
	await publish(host);
	const [registered] = sandbox.registrations;
	expect(registered?.url).toMatch(new RegExp(`^http://localhost:${port}/%C3%BC/`));
});

const onlyOne = JSON.stringify({ message: 'Only one webhook for each account.' });

test.each([400, 403, 422])('a Test URL that is rejected by %i says what to do', async (status) => {
	await sandbox.switchOnFault('status', { target: 'webhooks', status, body: onlyOne });
	const words = /Only one webhook for each account\..*Registration to Manual.*Send Test Event/;
	await expectFailure(
		publish(await createTrigger(), 'manual'),
		status === 403 ? 'permission-denied' : 'registration-rejected',
		{ message: expect.stringMatching(words) },
	);
	// In production the Test URL is no matter.
	await expect(publish(await createTrigger())).rejects.not.toThrow('Test URL');
});

test('a response without an id names the way out first', async () => {
	await sandbox.switchOnFault('status', { target: 'webhooks', status: 204, body: '' });
	await expectFailure(publish(await createTrigger()), 'registration-response-without-id', {
		message: expect.stringMatching(/id\..*Registration to Manual.*further registration/),
	});
});

test('an address that the service cannot reach stops publishing', async () => {
	const credential = await connectCredential(sandbox);
	// A public name that leads to the sandbox: nothing is sent, so it need not resolve.
	credential.data.apiBaseUrl = 'https://api.voice-agent.example';
	const host = await createTrigger({ credential });
	const error = await create.call(host.hook()).catch((thrown: unknown) => thrown);
	expect(error).toMatchObject({
		message: expect.stringContaining('WEBHOOK_URL'),
		context: { code: 'webhook-url-unreachable' },
	});
	expect(sandbox.requests).toEqual([]);
	// n8n's editor cuts a long message: it says each thing once, and the code early.
	const { message } = Object(error);
	expect(message.indexOf('Code: webhook-url-unreachable.')).toBeLessThan(100);
	for (const once of ['points to', 'new versions', 'private network', 'restart']) {
		expect(message.split(once)).toHaveLength(2);
	}
});

test('the user may let such an address be registered all the same', async () => {
	const credential = await connectCredential(sandbox);
	credential.data.apiBaseUrl = 'https://api.voice-agent.example';
	const parameters = { options: { usePrivateWebhookUrl: true } };
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

test.each<[string, FaultName, FaultOptions, string]>([
	['the answer was lost', 'dropped-connection', {}, 'registration-unconfirmed'],
	[
		'the answer held no id',
		'status',
		{ status: 201, body: '{}' },
		'registration-response-without-id',
	],
])(
	'where %s, nothing is sent for two minutes, and each attempt explains it once',
	async (_, fault, options, code) => {
		await sandbox.switchOnFault(fault, { ...options, target: 'webhooks', times: 1 });
		const host = await createTrigger();
		const start = Date.now();
		const createAt = async (now: number): Promise<unknown> =>
			await atMoment(now, () => create.call(host.hook())).catch((thrown: unknown) => thrown);
		for (const now of [start, start + 1, start + 2 * 60_000 - 1]) {
			const error = await createAt(now);
			expect(error).toMatchObject({ context: { code } });
			const { message, description } = Object(error);
			expect(message.split(`Code: ${code}`)).toHaveLength(2);
			// The user was asked at this address, so it works.
			expect(message).not.toContain("'API Base URL' (");
			expect(description).toBeUndefined();
		}
		expect(requestsTo(sandbox, '/api/Webhooks')).toHaveLength(1);
		expect(await createAt(start + 2 * 60_000)).toBe(true);
		expect(sandbox.registrations).toHaveLength(1);
	},
);

describe('publishing over five attempts', () => {
	test.each([
		['invalid_grant', 400, 'credential-reconnect-needed', 1],
		['invalid_client', 401, 'client-rejected', 1],
		['temporarily_unavailable', 400, 'refresh-rejected', 1],
		['server_error', 500, 'identity-unavailable', 1],
		['too_many_requests', 429, 'identity-unavailable', 2],
	])('sends a refresh token as seldom as can be after %s', async (error, status, code, calls) => {
		const credential = await connectCredential(sandbox);
		const host = await createTrigger({ credential });
		await sandbox.switchOnFault('token-expired');
		const body = JSON.stringify({ error });
		await sandbox.switchOnFault('status', { target: 'token', status, body });
		const start = Date.now();
		// When n8n's attempts come.
		for (const seconds of [0, 1, 3, 7, 15]) {
			await expectFailure(
				atMoment(start + seconds * 1000, () => publish(host)),
				code,
			);
		}
		expect(requestsEndingWith(sandbox, '/token')).toHaveLength(calls);
		sandbox.clearFaults();
		// Who connects the credential again publishes at once.
		credential.data = (await connectCredential(sandbox)).data;
		await publish(host);
		expect(sandbox.registrations).toHaveLength(1);
	});

	test('publishes as soon as the clock is right, since no refresh token was sent', async () => {
		const now = Date.now();
		const iat = Math.floor(now / 1000) + 80;
		const access_token = await sandbox.identity.signJwt({ sub: sandbox.user.id, iat });
		const host = await createTrigger({ credential: await connectWith(sandbox, { access_token }) });
		await expectFailure(
			atMoment(now, () => publish(host)),
			'token-from-the-future',
		);
		await atMoment(now + 25_000, () => publish(host));
		expect(sandbox.registrations).toHaveLength(1);
	});

	test('refreshes half a minute later with the same credential', async () => {
		const host = await createTrigger();
		await sandbox.switchOnFault('token-expired');
		await sandbox.switchOnFault('status', { target: 'token', status: 503, times: 1 });
		const start = Date.now();
		for (const now of [start, start + 29_999]) {
			await expectFailure(
				atMoment(now, () => publish(host)),
				'identity-unavailable',
			);
		}
		await atMoment(start + 30_000, () => publish(host));
		expect(requestsEndingWith(sandbox, '/token')).toHaveLength(2);
		expect(sandbox.registrations).toHaveLength(1);
	});
});

test('publishing gives keys 3 s, the user 10 s and the registration 30 s to answer', async () => {
	const hook = (await createTrigger()).hook();
	const request = jest.spyOn(hook.helpers, 'httpRequest');
	const hooks = await restart();
	await expect(hooks.create.call(hook)).resolves.toBe(true);
	expect(request.mock.calls.map(([{ url, timeout }]) => [url, timeout])).toEqual([
		[`${sandbox.identityServerUrl}/protocol/openid-connect/certs`, 3_000],
		[`${sandbox.url}/api/Users/me`, 10_000],
		[`${sandbox.url}/api/Webhooks`, 30_000],
	]);
	const url = hook.getNodeWebhookUrl('default');
	const description = 'n8n Voice Agent Trigger';
	const body = { url, description, event_types: ['ConversationComplete'], enabled: true };
	expect(sandbox.registrations).toMatchObject([{ url, body }]);
});

describe('where a URL may have one webhook alone', () => {
	let credential: StoredCredential;

	beforeEach(async () => {
		sandbox.setDialects(['second-url-409']);
		credential = await connectCredential(sandbox);
	});

	test('a service that has a webhook for the URL does not stop a workflow that names other events', async () => {
		const first = await createTrigger({ credential });
		await publish(first);
		const changed = reload(first, { parameters: otherEvents('SessionStarted, SessionEnded') });
		await publish(changed, 'update');
		expect(sandbox.registrations).toHaveLength(1);
		const id = sandbox.registrations[0]?.id ?? '';
		const [line = ''] = log.warnings;
		expect(line).toContain(`already has webhook "${id}" for this URL`);
		expect(line).toContain('still sends: ConversationComplete');
		expect(line).toContain('SessionEnded, SessionStarted');
		expect(line.split('Service response: ')).toEqual([
			expect.any(String),
			expect.stringContaining('Only one webhook may have this URL.'),
		]);
	});

	test('of several webhooks for the URL the latest is named', async () => {
		sandbox.setDialects([]);
		const first = await createTrigger({ credential });
		await publish(first);
		const second = reload(first, { parameters: otherEvents('SessionStarted') });
		await publish(second, 'update');
		sandbox.setDialects(['second-url-409']);
		const third = reload(second, { parameters: otherEvents('SessionEnded') });
		await publish(third, 'update');
		const [line = ''] = log.warnings;
		expect(line).toContain('still sends: SessionStarted.');
		expect(line).toContain(`already has webhook "${sandbox.registrations[1]?.id}" for this URL`);
	});

	test('a webhook whose memory n8n discarded does not stop the workflow either', async () => {
		await publish(await createTrigger({ credential }));
		const changed = await createTrigger({ credential, parameters: otherEvents('SessionStarted') });
		await publish(changed, 'update');
		expect(log.warnings).toContainEqual(
			expect.stringContaining(String(sandbox.registrations[0]?.id)),
		);
	});

	test('a webhook for another URL of the workflow is no reason to publish', async () => {
		const own = await createTrigger({ credential });
		await publish(own);
		const webhookId = '5b1f5a1e-0000-4000-8000-000000000002';
		await publish(await createTrigger({ credential, webhookId }));
		const host = reload(own, { webhookId });
		await expectFailure(publish(host, 'activate', await restart()), 'webhook-exists', {
			message: expect.stringMatching(
				/^The service already has a webhook for this URL\..*Delete it in the web app, or set Registration to Manual.*Only one webhook may have this URL\./,
			),
		});
	});
});
