import { dialogueNames } from '../../sandbox/dialogues/dialogues.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { callApi, getCurrentUser, postJson, register } from './call-api.mts';
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
	expect(html).toContain(`<dt>API Base URL</dt><dd><code>${sandbox.url}</code>`);
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
		const answer = await postJson(sandbox, '/sandbox/conversations', { shape: 'B', turns: 3 });
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
					record: 'short',
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

test('a dialogue is finished, and the state offers all of them', async () => {
	const { json } = await callApi(sandbox, '/sandbox/state');
	expect(json).toMatchObject({
		dialogues: dialogueNames.map((name) => ({ name, title: expect.stringMatching(/^[A-Z]/) })),
	});
	const receiver = await startReceiver({ status: 200 });
	try {
		await register(sandbox, { url: receiver.url });
		await postJson(sandbox, '/sandbox/conversations', { dialogue: 'voicemail' });
		while (receiver.received.length === 0) await new Promise(setImmediate);
		expect(receiver.received[0]?.body).toContain('Please leave a message after the tone.');
	} finally {
		await receiver.close();
	}
});

test('faults are switched on and off', async () => {
	const fault = { name: 'status', target: 'users-me', status: 418, times: 9 };
	expect((await postJson(sandbox, '/sandbox/faults', fault)).status).toBe(204);
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
])('%s rejects %j and names the field', async (path, body, field) => {
	const answer = await postJson(sandbox, path, body);
	expect(answer.status).toBe(400);
	expect(answer.json).toMatchObject({ detail: expect.stringContaining(field) });
});

test('requests of the page are not recorded as requests to the service', async () => {
	await callApi(sandbox, '/');
	await callApi(sandbox, '/sandbox/state');
	expect(sandbox.requests).toHaveLength(0);
});
