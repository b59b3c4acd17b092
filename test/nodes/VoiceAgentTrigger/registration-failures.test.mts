import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { getCurrentUser, requestsEndingWith } from '../../support/in-process/driver.mts';
import { skipWaits } from '../../support/clock.mts';
import { type Host, otherEvents } from '../../support/in-process/host.mts';
import { connectCredential, connectWith } from '../../support/in-process/sandbox-credential.mts';
import type { FaultName, FaultOptions } from '../../../sandbox/types.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import {
	publish,
	publishAt,
	reload,
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

// What registerWebhook makes of a service that makes no webhook; which code a status has is in shared/http.
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
	expect(log.warnings.at(-1)).toMatch(
		/^Voice Agent: workflow "Host" \S+, node "Voice Agent": its webhook could not be set up \(registration-rejected\)$/,
	);
});

const ofToken = 'Verify Deliveries: Require';
const ofSecret = 'the Webhook Signing Secret';

test.each([
	[400, 'require', undefined, ofToken],
	[500, 'require', undefined, ofToken],
	[400, 'off', 'secret-1', ofSecret],
	[400, 'require', 'secret-1', `${ofToken} and ${ofSecret}`],
	[400, 'reportOnly', undefined, undefined],
])('if its test of the URL got 401 (%i, %s, %s), publishing without %s helps', async (...row) => {
	const [status, verifyDeliveries, signingSecret, demands] = row;
	const body = JSON.stringify({ detail: 'The URL answered 401.' });
	await sandbox.switchOnFault('status', { target: 'webhooks', status, body });
	const credential = await connectCredential(sandbox);
	Object.assign(credential.data, signingSecret && { signingSecret });
	const host = await createTrigger({ parameters: { verifyDeliveries }, credential });
	const { message } = Object(await publish(host).catch((thrown: unknown) => thrown));
	expect(message).toContain('The URL answered 401.');
	const [, advised] = /tests the URL.*401: publish without (.*) first/.exec(message) ?? [];
	expect(advised).toBe(demands);
	expect(message).not.toContain('secret-1');
});

test.each([
	['JSON', 200, '{"success":false,"error":"URL not allowed","id":null}', /URL not allowed/],
	['a page', 200, '<!DOCTYPE html><title>x</title><p>Please sign in.</p>', /Please sign in/],
	['nothing', 204, '', /id\..*Registration to Manual.*further registration/],
])('a success without an id, %s, is quoted behind the way out', async (...row) => {
	const [, status, body, words] = row;
	await sandbox.switchOnFault('status', { target: 'webhooks', status, body });
	await expectFailure(publish(await createTrigger()), 'registration-response-without-id', {
		message: expect.stringMatching(words),
	});
});

const page = '<!DOCTYPE html><title>Webhook 7</title><a href="/webhooks/7">created</a>';
const inDoubt = 'registration-unconfirmed';
const withoutId = 'registration-response-without-id';

test.each<[string, FaultOptions, string]>([
	['303 to a list', { status: 303, headers: { location: '/api/Webhooks' } }, inDoubt],
	[
		'303 to another host',
		{ status: 303, headers: { location: 'https://a.example/Webhooks/7' } },
		inDoubt,
	],
	[
		'303 to a page with its number',
		{ status: 303, headers: { location: '/app/hooks/7' } },
		inDoubt,
	],
	['303 without Location', { status: 303, body: '{"id":"7"}' }, inDoubt],
	['302 to a webhook', { status: 302, headers: { location: '/api/Webhooks/7' } }, inDoubt],
	['301 with an id', { status: 301, body: '{"id":"7"}', headers: { location: '/api' } }, inDoubt],
	['300', { status: 300, body: '["/api/Webhooks/7","/api/Webhooks/8"]' }, inDoubt],
	['a list of two', { status: 201, body: '[{"id":"7"},{"id":"8"}]' }, withoutId],
	['the text ok', { status: 200, body: 'ok', contentType: 'text/plain' }, withoutId],
	['result: ok', { status: 200, body: '{"result":"ok"}' }, withoutId],
	['a page', { status: 201, body: page, contentType: 'text/html' }, withoutId],
	['a page in JSON', { status: 201, body: JSON.stringify({ result: page }) }, withoutId],
])('after %s, n8n’s five attempts make no second webhook and no id', async (_, answer, code) => {
	await sandbox.switchOnFault('status', { ...answer, target: 'webhooks', afterEffect: true });
	const host = await createTrigger();
	for (let attempt = 1; attempt <= 5; attempt++) {
		await expectFailure(publish(host), code, {
			message: expect.stringMatching(/set Registration to Manual/),
		});
	}
	expect(sandbox.registrations).toHaveLength(1);
	expect(JSON.stringify(host.saveStaticData())).not.toContain('webhookUrl');
});

test.each(['GET', 'HEAD'])(
	'a service that checks the URL by %s is answered first',
	async (method) => {
		const body = JSON.stringify({ message: `The URL answered ${method} with 404.` });
		await sandbox.switchOnFault('status', { target: 'webhooks', status: 400, body });
		await expectFailure(publish(await createTrigger()), 'registration-url-checked', {
			message: expect.stringMatching(/^[^.]*GET or HEAD\. Code: .{1,40} n8n responds.*to Manual/),
		});
		expect(sandbox.registrations).toEqual([]);
	},
);

// What else is no address is in test/unit/net/address.
test.each([
	'ftp://n8n.example.com',
	'https://user@n8n.example.com',
	'https://:pass-word@n8n.example.com',
])('the address of n8n "%s" stops publishing, and is not told', async (webhookBaseUrl) => {
	const host = await createTrigger({ webhookBaseUrl });
	const failure = publish(host);
	await expectFailure(failure, 'webhook-url-invalid', {
		message: expect.stringMatching(/N8N_WEBHOOK_URL.*no password/),
	});
	await expect(failure).rejects.not.toThrow('pass-word');
	const hook = host.hook();
	hook.getNodeWebhookUrl = () => undefined;
	await expectFailure(create.call(hook), 'webhook-url-missing');
	expect(sandbox.requests).toEqual([]);
});

test('a Test URL that is rejected says what to do, and a Production URL nothing of it', async () => {
	const body = JSON.stringify({ message: 'Only one webhook for each account.' });
	await sandbox.switchOnFault('status', { target: 'webhooks', status: 400, body });
	const words = /Only one webhook for each account\..*Registration to Manual.*Send Test Event/;
	await expectFailure(publish(await createTrigger(), 'manual'), 'registration-rejected', {
		message: expect.stringMatching(words),
	});
	await expect(publish(await createTrigger())).rejects.not.toThrow('Test URL');
});

describe('an address that the service cannot reach', () => {
	// A public name that leads to the sandbox.
	const apiBaseUrl = 'https://api.voice-agent.example';

	async function createHook(options = {}) {
		const credential = await connectCredential(sandbox);
		credential.data.apiBaseUrl = apiBaseUrl;
		const hook = (await createTrigger({ credential, parameters: { options } })).hook();
		const { httpRequest } = hook.helpers;
		hook.helpers.httpRequest = async ({ url, ...request }) =>
			await httpRequest({ ...request, url: url.replace(apiBaseUrl, sandbox.url) });
		return hook;
	}

	test('stops publishing', async () => {
		const error = await create.call(await createHook()).catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({ context: { code: 'webhook-url-unreachable' } });
		expect(sandbox.requests).toEqual([]);
		// n8n's editor cuts a long message: it says each thing once, and the code early.
		const { message } = Object(error);
		expect(message).toContain('WEBHOOK_URL');
		expect(message.indexOf('Code: webhook-url-unreachable.')).toBeLessThan(100);
		for (const once of ['points to', 'new versions', 'private network', 'restart']) {
			expect(message.split(once)).toHaveLength(2);
		}
	});

	test('is registered if the user wants that', async () => {
		const hook = await createHook({ usePrivateWebhookUrl: true });
		await expect(create.call(hook)).resolves.toBe(true);
		expect(sandbox.registrations).toMatchObject([{ url: hook.getNodeWebhookUrl('default') }]);
	});
});

const inWords = (more = '') => ({ status: 201, body: JSON.stringify({ detail: 'Taken.', more }) });

test.each<[string, FaultName, FaultOptions, string, RegExp]>([
	['the answer was lost', 'dropped-connection', {}, inDoubt, /No response arrived/],
	['the answer held no id', 'status', inWords(), withoutId, /Taken\./],
	['it was also long', 'status', inWords('x'.repeat(100_000)), withoutId, /^(?!.*Taken)/],
])(
	'where %s, nothing is sent for two minutes, and each attempt explains it once',
	async (_, fault, options, code, again) => {
		await sandbox.switchOnFault(fault, { ...options, target: 'webhooks', times: 1 });
		const host = await createTrigger();
		const start = Date.now();
		for (const now of [start, start + 1, start + 2 * 60_000 - 1]) {
			const error = await publishAt(now, host).catch((thrown: unknown) => thrown);
			expect(error).toMatchObject({ context: { code } });
			const { message, description } = Object(error);
			expect(message.split(`Code: ${code}`)).toHaveLength(2);
			if (now > start) expect(message).toMatch(again);
			// The user was asked at this address, so it works.
			expect(message).not.toContain("'API Base URL' (");
			expect(description).toBeUndefined();
		}
		expect(requestsEndingWith(sandbox, '/api/Webhooks')).toHaveLength(1);
		await publishAt(start + 2 * 60_000, host);
		expect(sandbox.registrations).toHaveLength(1);
	},
);

describe('publishing over five attempts', () => {
	test('sends a refresh token once after invalid_grant, and goes on with another sign-in', async () => {
		const credential = await connectCredential(sandbox);
		const host = await createTrigger({ credential });
		await sandbox.switchOnFault('token-expired');
		const body = JSON.stringify({ error: 'invalid_grant' });
		await sandbox.switchOnFault('status', { target: 'token', status: 400, body });
		const start = Date.now();
		// When n8n's attempts come.
		for (const seconds of [0, 1, 3, 7, 15]) {
			const publishing = publishAt(start + seconds * 1000, host);
			await expectFailure(publishing, 'credential-reconnect-needed');
		}
		expect(requestsEndingWith(sandbox, '/token')).toHaveLength(1);
		sandbox.clearFaults();
		credential.data = (await connectCredential(sandbox)).data;
		await publish(host);
		expect(sandbox.registrations).toHaveLength(1);
	});

	test('publishes as soon as the clock is right, since no refresh token was sent', async () => {
		const now = Date.now();
		const iat = Math.floor(now / 1000) + 80;
		const access_token = await sandbox.identity.signJwt({ sub: sandbox.user.id, iat });
		const host = await createTrigger({ credential: await connectWith(sandbox, { access_token }) });
		await expectFailure(publishAt(now, host), 'token-from-the-future');
		await publishAt(now + 25_000, host);
		expect(sandbox.registrations).toHaveLength(1);
	});

	test('refreshes half a minute later with the same credential', async () => {
		const host = await createTrigger();
		await sandbox.switchOnFault('token-expired');
		await sandbox.switchOnFault('status', { target: 'token', status: 503, times: 1 });
		const start = Date.now();
		for (const now of [start, start + 29_999]) {
			await expectFailure(publishAt(now, host), 'identity-unavailable');
		}
		await publishAt(start + 30_000, host);
		expect(requestsEndingWith(sandbox, '/token')).toHaveLength(2);
		expect(sandbox.registrations).toHaveLength(1);
	});

	test('does not wait for what another node failed at', async () => {
		const credential = await connectCredential(sandbox);
		await sandbox.switchOnFault('token-expired');
		await sandbox.switchOnFault('status', { target: 'token', status: 503, times: 1 });
		await expectFailure(getCurrentUser(credential), 'identity-unavailable');
		await publish(await createTrigger({ credential }));
		expect(sandbox.registrations).toHaveLength(1);
	});
});

test('the words of a failed registration show no secret, also with another in the credential', async () => {
	const credential = await connectCredential(sandbox, sandbox.clients.confidential);
	const secret = String(credential.data.clientSecret);
	const body = JSON.stringify({ message: `Not taken from ${secret}.` });
	await sandbox.switchOnFault('status', { target: 'webhooks', status: 500, body, times: 1 });
	const host = await createTrigger({ credential });
	for (const clientSecret of [secret, 'another-secret-of-ada']) {
		Object.assign(credential.data, { clientSecret });
		const { message } = Object(await publish(host).catch((thrown: unknown) => thrown));
		expect(message).toContain('Not taken from [removed]');
	}
});

test('publishing gives keys 3 s, the user 10 s and the registration 30 s, of the address as parsed', async () => {
	const { port } = new URL(sandbox.url);
	const hook = (await createTrigger({ webhookBaseUrl: `HTTP://LOCALHOST:${port}/ü` })).hook();
	const request = jest.spyOn(hook.helpers, 'httpRequest');
	const hooks = await restart();
	await expect(hooks.create.call(hook)).resolves.toBe(true);
	expect(request.mock.calls.map(([{ url, timeout }]) => [url, timeout])).toEqual([
		[`${sandbox.identityServerUrl}/protocol/openid-connect/certs`, 3_000],
		[`${sandbox.url}/api/Users/me`, 10_000],
		[`${sandbox.url}/api/Webhooks`, 30_000],
	]);
	const url = expect.stringMatching(new RegExp(`^http://localhost:${port}/%C3%BC/`));
	const description = 'n8n Voice Agent Trigger';
	const body = { url, description, event_types: ['ConversationComplete'], enabled: true };
	expect(sandbox.registrations).toMatchObject([{ url, body }]);
});

describe('a service that takes one webhook for each URL', () => {
	beforeEach(() => sandbox.setDialects(['second-url-409']));

	test('a workflow that names other events is published, and each publication posts again', async () => {
		const first = await createTrigger();
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
		// Somebody deletes the webhook in the web app.
		sandbox.registrations.length = 0;
		await publish(changed, 'update');
		await publish(changed, 'update');
		expect(sandbox.registrations).toHaveLength(1);
		expect(requestsEndingWith(sandbox, '/api/Webhooks')).toHaveLength(3);
	});

	test.each<[string, (second: Host) => Host | Promise<Host>, typeof restart | undefined]>([
		['if n8n discarded their memory', () => createTrigger(), undefined],
		['after a restart', (second) => second, restart],
	])('of several webhooks for the URL the latest is named, also %s', async (_, keep, start) => {
		sandbox.setDialects([]);
		const first = await createTrigger();
		await publish(first);
		const second = reload(first, { parameters: otherEvents('SessionStarted') });
		await publish(second, 'update');
		sandbox.setDialects(['second-url-409']);
		const third = reload(await keep(second), { parameters: otherEvents('SessionEnded') });
		await publish(third, 'update', await start?.());
		const [line = ''] = log.warnings;
		expect(line).toContain('still sends: SessionStarted.');
		expect(line).toContain(`already has webhook "${sandbox.registrations[1]?.id}" for this URL`);
	});

	test('a webhook for another URL of the workflow is no reason to publish', async () => {
		const own = await createTrigger();
		await publish(own);
		const webhookId = '5b1f5a1e-0000-4000-8000-000000000002';
		await publish(await createTrigger({ webhookId }));
		const failure = publish(reload(own, { webhookId }), 'activate', await restart());
		await expectFailure(failure, 'webhook-exists', {
			message: expect.stringMatching(
				/^The service already has a webhook for this URL\..*Delete it in the web app, or set Registration to Manual.*Only one webhook may have this URL\./,
			),
		});
	});

	test('listening for a test event goes on where nobody remembers the webhook of the test URL', async () => {
		const host = await createTrigger();
		const url = host.hook('manual').getNodeWebhookUrl('default') ?? '';
		const created_at = new Date().toISOString();
		sandbox.registrations.push({ id: 'old', userId: sandbox.user.id, url, body: {}, created_at });
		await publish(host, 'manual');
		expect(sandbox.registrations).toMatchObject([{ id: 'old' }]);
		expect(log.notes).toContainEqual(expect.stringContaining('for the test'));
	});
});
