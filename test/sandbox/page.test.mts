import { request } from 'node:http';
import { dialogueNames } from '../../sandbox/dialogues/dialogues.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { callApi, getCurrentUser, register } from './call-api.mts';
import { startReceiver } from './start-receiver.mts';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({
		retryDelaysMs: [],
		clients: [
			{ clientId: 'a"><b>', clientSecret: '<i>', redirectUris: ['http://x.test/?a=1&b=<'] },
		],
	});
});
afterEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
	callApi(sandbox, path, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: JSON.stringify(body),
	});

test('the page and its files are served, under a policy that lets nothing else run', async () => {
	for (const [path, type] of [
		['/', 'text/html'],
		['/sandbox/page.css', 'text/css'],
		['/sandbox/page-script.mjs', 'text/javascript'],
	] as const) {
		const answer = await callApi(sandbox, path);
		expect(answer.status).toBe(200);
		expect(answer.headers.get('content-type')).toContain(type);
		expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
	}
});

test('every field of the page has a label', async () => {
	const { text: html } = await callApi(sandbox, '/');
	const outsideLabels = html.replace(/<label>[\s\S]*?<\/label>/g, '');
	expect(html).toMatch(/<input|<select/);
	expect(outsideLabels).not.toMatch(/<input|<select|<textarea/);
});

test('{app_url}/developers lists the applications, escaped', async () => {
	const { text: html } = await callApi(sandbox, '/developers');
	expect(html).toContain('a&quot;&gt;&lt;b&gt;');
	expect(html).toContain('&lt;i&gt;');
	expect(html).toContain('http://x.test/?a=1&amp;b=&lt;');
	expect(html).toContain('sandbox-public');
	expect(html).not.toContain('<b>');
	expect(html).toContain(`<dt>API Base Address</dt><dd><code>${sandbox.url}</code>`);
});

test('{app_url}/developers follows when the applications are replaced', async () => {
	const other = await startSandbox();
	try {
		other.identity.setClients([{ clientId: 'late', redirectUris: ['http://late.test/'] }]);
		const { text: html } = await callApi(other, '/developers');
		expect(html).toContain('http://late.test/');
		expect(html).not.toContain('sandbox-public');
	} finally {
		await other.close();
	}
});

test('{app_url}/token shows a token that the API accepts', async () => {
	const { text: html } = await callApi(sandbox, '/token');
	const token = /<textarea[^>]*>([^<]+)</.exec(html)?.[1];
	expect((await getCurrentUser(sandbox, `Bearer ${token}`)).status).toBe(200);
});

test('finishing a conversation delivers it, and the state shows how', async () => {
	const receiver = await startReceiver({ status: 200, body: 'thanks' });
	try {
		await register(sandbox, { url: receiver.url });
		const answer = await post('/sandbox/conversations', { shape: 'B', turns: 3 });
		expect(answer).toMatchObject({ status: 202, json: { deliveries: 1 } });
		while (sandbox.deliveries[0]?.state !== 'delivered') await new Promise(setImmediate);
		const { data } = JSON.parse(receiver.received[0]?.body ?? '');
		expect(data.history).toHaveLength(3);
		expect(answer.json).toMatchObject({ id: data.session_id });
		const { json } = await callApi(sandbox, '/sandbox/state');
		expect(json).toMatchObject({
			registrations: [{ url: receiver.url }],
			deliveries: [
				{
					conversationId: data.session_id,
					shape: 'B',
					state: 'delivered',
					statuses: [200],
					answer: 'thanks',
				},
			],
			deliveryCount: 1,
			trappedCallCount: 0,
		});
	} finally {
		await receiver.close();
	}
});

describe('a registered webhook, as in the web application', () => {
	const send = (method: string, body?: unknown) =>
		callApi(sandbox, `/sandbox/registrations/${sandbox.registrations[0]?.id}`, {
			method,
			headers: { 'content-type': 'application/json' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
	const finish = async () => (await post('/sandbox/conversations', {})).json;

	beforeEach(() => register(sandbox, { url: 'http://127.0.0.1:9/hook', description: 'mine' }));

	test('gets nothing while it is disabled', async () => {
		expect((await send('PATCH', { enabled: false })).status).toBe(204);
		expect(await finish()).toMatchObject({ deliveries: 0 });
		const { json } = await callApi(sandbox, '/sandbox/state');
		expect(json).toMatchObject({ registrations: [{ isEnabled: false }] });

		expect((await send('PATCH', { enabled: true })).status).toBe(204);
		expect(await finish()).toMatchObject({ deliveries: 1 });
		expect(sandbox.registrations[0]?.body).toMatchObject({ description: 'mine', enabled: true });
	});

	test('is gone once it is deleted', async () => {
		await register(sandbox, { url: 'http://127.0.0.1:9/other' });
		expect((await send('DELETE')).status).toBe(204);
		expect(sandbox.registrations).toMatchObject([{ url: 'http://127.0.0.1:9/other' }]);
	});

	test.each([{}, { enabled: 'no' }, { url: 'http://127.0.0.1:9/' }])(
		'is not changed by %j',
		async (body) => {
			const before = JSON.stringify(sandbox.registrations);
			expect((await send('PATCH', body)).status).toBe(400);
			expect(JSON.stringify(sandbox.registrations)).toBe(before);
		},
	);

	test.each([
		['PATCH', { enabled: false }],
		['DELETE', undefined],
	])('is not changed by %s of another web site', async (method, body) => {
		const path = `/sandbox/registrations/${sandbox.registrations[0]?.id}`;
		const answer = await callApi(sandbox, path, {
			method,
			headers: { origin: 'https://evil.test', 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		expect(answer.status).toBe(403);
		expect(sandbox.registrations).toHaveLength(1);
		expect(sandbox.registrations[0]?.body).not.toHaveProperty('enabled');
	});
});

describe('deliveries to a test URL', () => {
	const deliverTo = async (path: string, status: number) => {
		const receiver = await startReceiver({ status });
		try {
			await register(sandbox, { url: new URL(path, receiver.url).href });
			await sandbox.finishConversation({ dialogue: 'booking' });
		} finally {
			await receiver.close();
		}
		return (await callApi(sandbox, '/sandbox/state')).json;
	};

	test('are counted, not listed, if nobody listened', async () => {
		expect(await deliverTo('/webhook-test/x', 404)).toMatchObject({
			registrations: [{ isTest: true }],
			deliveries: [],
			deliveryCount: 0,
			unheardTestCount: 1,
		});
	});

	test('are listed once somebody has listened', async () => {
		await deliverTo('/webhook-test/x', 404);
		sandbox.deliveries[0]?.attempts.push({ at: '', status: 200, answer: 'heard' });
		const { json } = await callApi(sandbox, '/sandbox/state');
		expect(json).toMatchObject({ deliveries: [{ statuses: [404, 200] }], unheardTestCount: 0 });
	});

	test.each([
		['/webhook-test/x', 200, true],
		['/webhook-test/x', 500, true],
		['/webhook/x', 404, false],
	])('at %s that answers %i are listed', async (path, status, isTest) => {
		expect(await deliverTo(path, status)).toMatchObject({
			deliveries: [{ statuses: [status], isTest, agent: 'Clinic Reception' }],
			unheardTestCount: 0,
		});
	});
});

test('a dialogue is finished, and the state offers all of them', async () => {
	const { json } = await callApi(sandbox, '/sandbox/state');
	expect(json).toMatchObject({
		dialogues: dialogueNames.map((name) => ({ name, title: expect.stringMatching(/^[A-Z]/) })),
	});
	const receiver = await startReceiver({ status: 200 });
	try {
		await register(sandbox, { url: receiver.url });
		await post('/sandbox/conversations', { dialogue: 'voicemail' });
		while (receiver.received.length === 0) await new Promise(setImmediate);
		expect(receiver.received[0]?.body).toContain('Please leave a message after the tone.');
	} finally {
		await receiver.close();
	}
});

test('faults are switched on and off', async () => {
	const fault = { name: 'status', target: 'users-me', status: 418, times: 9 };
	expect((await post('/sandbox/faults', fault)).status).toBe(204);
	expect((await callApi(sandbox, '/api/Users/me')).status).toBe(418);
	const { json } = await callApi(sandbox, '/sandbox/state');
	expect(json).toMatchObject({ faults: [{ name: 'status', target: 'users-me', remaining: 8 }] });
	expect((await callApi(sandbox, '/sandbox/faults', { method: 'DELETE' })).status).toBe(204);
	expect((await callApi(sandbox, '/api/Users/me')).status).toBe(401);
});

test.each([
	['/sandbox/conversations', { turns: 'many' }, 'turns'],
	['/sandbox/conversations', { turns: 20_001 }, 'turns'],
	['/sandbox/conversations', { shape: 'C' }, 'shape'],
	['/sandbox/conversations', { dialogue: 'chat' }, 'dialogue'],
	['/sandbox/conversations', { overrides: {} }, 'overrides'],
	['/sandbox/faults', { name: 'flood' }, 'name'],
	['/sandbox/faults', { name: 'status', target: 'page' }, 'target'],
])('%s refuses %j and names the field', async (path, body, field) => {
	const answer = await post(path, body);
	expect(answer.status).toBe(400);
	expect(answer.json).toMatchObject({ detail: expect.stringContaining(field) });
});

describe('other web sites', () => {
	const body = { name: 'status' };

	test('what they are refused works from the page', async () => {
		const headers = { origin: sandbox.url, 'sec-fetch-site': 'same-origin' };
		expect((await post('/sandbox/faults', body, headers)).status).toBe(204);
		expect(sandbox.faults).toHaveLength(1);
	});

	test.each([
		['by their origin', { origin: 'https://evil.test' }],
		['by an opaque origin', { origin: 'null' }],
		['by what the browser says', { 'sec-fetch-site': 'cross-site' }],
		['from another port', { 'sec-fetch-site': 'same-site' }],
	])('are refused %s', async (_name, headers) => {
		expect((await post('/sandbox/faults', body, headers)).status).toBe(403);
		expect(sandbox.faults).toHaveLength(0);
	});

	test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
		'cannot post a form (%s)',
		async (contentType) => {
			const answer = await post('/sandbox/faults', body, { 'content-type': contentType });
			expect(answer.status).toBe(415);
			expect(sandbox.faults).toHaveLength(0);
		},
	);

	const identityPath = () => new URL(sandbox.identityUrl).pathname;
	const everywhere: [string, () => URL][] = [
		...['/', '/token', '/developers', '/sandbox/state', '/api/Users/me'].map(
			(path): [string, () => URL] => [path, () => new URL(path, sandbox.url)],
		),
		...['/.well-known/openid-configuration', '/protocol/openid-connect/certs'].map(
			(path): [string, () => URL] => [
				path,
				() => new URL(`${identityPath()}${path}`, sandbox.identityUrl),
			],
		),
	];

	test.each(everywhere)('cannot read %s through a name of theirs', async (_path, url) => {
		expect((await callWithHeaders(url(), { host: 'evil.test' })).status).toBe(403);
		expect((await callWithHeaders(url(), { host: url().host })).status).not.toBe(403);
	});

	test.each(everywhere)('cannot ask for %s from a page of theirs', async (_path, url) => {
		const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
		expect((await callWithHeaders(url(), headers)).status).toBe(403);
	});

	test.each<[string, number]>([
		['/token', 403],
		['/sandbox/state', 403],
		['/developers', 200],
	])('a link of theirs to %s is answered with %i', async (path, status) => {
		const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
		expect((await callWithHeaders(new URL(path, sandbox.url), headers)).status).toBe(status);
	});

	test('a link of theirs may lead to the sign-in', async () => {
		const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
		const url = new URL(`${sandbox.identityUrl}/protocol/openid-connect/auth`);
		expect((await callWithHeaders(url, headers)).status).not.toBe(403);
	});
});

/** fetch does not let a caller choose these headers. */
function callWithHeaders(url: URL, headers: Record<string, string>): Promise<{ status: number }> {
	return new Promise((resolve, reject) => {
		const call = request(url, { headers }, (response) => {
			response.resume();
			response.once('end', () => resolve({ status: response.statusCode ?? 0 }));
		});
		call.on('error', reject).end();
	});
}

test('requests of the page are not recorded as requests to the service', async () => {
	await callApi(sandbox, '/');
	await callApi(sandbox, '/sandbox/state');
	expect(sandbox.requests).toHaveLength(0);
});
