import { request } from 'node:http';
import { VoiceAgentOAuth2Api } from '../../credentials/VoiceAgentOAuth2Api.credentials.ts';
import { choosePeople } from '../../sandbox/default-people.mts';
import { describeConnection } from '../../sandbox/page/describe-connection.mts';
import { renderApplications } from '../../sandbox/page/render-web-app.mts';
import { useSandbox } from '../support/servers/use-sandbox.mts';
import { callApi, getCurrentUser, register, sendJson } from '../support/servers/call-api.mts';
import { startReceiver } from '../support/servers/start-receiver.mts';

// What a person does on the page is tested in a browser, in test/browser.
const sandbox = useSandbox({ retryDelaysMs: [] });
const readState = async () => (await callApi(sandbox, '/sandbox/state')).json;

test.each([
	['/', 'text/html'],
	['/sandbox/page.css', 'text/css'],
	['/sandbox/page-script.mjs', 'text/javascript'],
	['/sandbox/page-elements.mjs', 'text/javascript'],
])('%s is served, under a policy that lets nothing else run', async (path, type) => {
	const { status, headers } = await callApi(sandbox, path);
	expect(status).toBe(200);
	expect(headers.get('content-type')).toContain(type);
	expect(headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('{app_url}/developers lists the applications, escaped', async () => {
	const { text: html } = await callApi(sandbox, '/developers');
	for (const { clientId } of Object.values(sandbox.clients)) expect(html).toContain(clientId);
	const redirectUris = ['http://x.test/?a=1&b=<'];
	const application = { clientId: 'a"><b>', clientSecret: '<i>', redirectUris };
	const escaped = renderApplications([application], '', '');
	expect(escaped).toContain('a&quot;&gt;&lt;b&gt;');
	expect(escaped).toContain('http://x.test/?a=1&amp;b=&lt;');
	expect(escaped).not.toMatch(/<b>|<i>/);
});

test('{app_url}/token shows a token that the API accepts', async () => {
	const { text: html } = await callApi(sandbox, '/token');
	const token = /<textarea[^>]*>([^<]+)</.exec(html)?.[1];
	expect((await getCurrentUser(sandbox, `Bearer ${token}`)).status).toBe(200);
});

describe('the connection that the page shows', () => {
	const { properties, displayName } = new VoiceAgentOAuth2Api();
	const people = choosePeople({ redirectUris: ['http://n8n'] });
	const describeOwn = () => describeConnection(sandbox.url, sandbox.identity, people);
	const shown = properties.filter(({ type }) => type !== 'hidden');

	test('names the fields of the credential as n8n shows them, in their order, all that are required', () => {
		const declared = shown.map((property) => property.displayName);
		const offered = describeOwn().map(({ fields }) => fields.map(({ label }) => label));
		for (const labels of offered) {
			const named = labels.filter((label) => declared.includes(label));
			expect(named).toEqual(declared.filter((label) => named.includes(label)));
		}
		const others = offered.flat().filter((label) => !declared.includes(label));
		expect(others).toEqual(['OAuth Redirect URL', 'User name', 'Password']);
		const required = shown.filter((property) => property.required);
		expect(required.length).toBeGreaterThan(1);
		expect(offered.flat()).toEqual(
			expect.arrayContaining(required.map((property) => property.displayName)),
		);
		expect(JSON.stringify(describeOwn())).toContain(displayName);
	});

	test('has the values that the sandbox takes, and the types that the form offers', () => {
		const fields = describeOwn().flatMap((group) => group.fields);
		const valuesOf = (name: string) =>
			fields.filter(({ label }) => label === name).map(({ value }) => value);
		const { clients, user } = sandbox;
		expect(valuesOf('API Base URL')).toEqual([sandbox.url]);
		expect(valuesOf('Identity Server URL')).toEqual([sandbox.identityServerUrl]);
		expect(valuesOf('Client ID')).toEqual([clients.public.clientId, clients.confidential.clientId]);
		expect(valuesOf('Client Secret')).toEqual([clients.confidential.clientSecret]);
		expect(valuesOf('OAuth Redirect URL')).toEqual(['http://n8n']);
		expect(valuesOf('User name')).toEqual([user.username]);
		expect(valuesOf('Password')).toEqual([user.password]);
		const type = properties.find(({ name }) => name === 'applicationType');
		expect(type?.options?.map(({ name }) => name)).toEqual(
			expect.arrayContaining(valuesOf('Application Type')),
		);
	});

	test('of an identity server of your own is the addresses alone', () => {
		const identity = { ...sandbox.identity, isOwn: false, url: 'https://login.test/realms/x' };
		const groups = describeConnection(sandbox.url, identity, choosePeople({}));
		expect(groups.flatMap(({ fields }) => fields.map(({ value }) => value))).toEqual([
			sandbox.url,
			'https://login.test/realms/x',
		]);
	});
});

test.each([
	['POST', '/sandbox/conversations', { turns: 20_001 }, 400, 'turns'],
	['POST', '/sandbox/conversations', { shape: 'C' }, 400, 'shape'],
	['POST', '/sandbox/faults', { name: 'flood' }, 400, 'name'],
	['POST', '/sandbox/faults', { name: 'status', target: 'page' }, 400, 'target'],
	['POST', '/sandbox/registrations', { url: 'n8n.example.com/webhook/x' }, 400, 'url'],
	['POST', '/sandbox/registrations', { url: 'ftp://n8n.example.com/webhook/x' }, 400, 'url'],
	['PATCH', '/sandbox/registrations/none', { enabled: 'no' }, 400, 'enabled'],
	['PATCH', '/sandbox/registrations/none', { enabled: false }, 404, 'No webhook has this id.'],
	['DELETE', '/sandbox/registrations/none', {}, 404, 'No webhook has this id.'],
])('%s %s rejects %j and says why', async (method, path, body, status, detail) => {
	const answer = await sendJson(sandbox, method, path, body);
	expect(answer).toMatchObject({ status, json: { detail: expect.stringContaining(detail) } });
});

test('a URL that is pasted gets each conversation, without a sign-in', async () => {
	const receiver = await startReceiver({ status: 200 });
	try {
		const { status } = await sendJson(sandbox, 'POST', '/sandbox/registrations', {
			url: receiver.url,
		});
		expect(status).toBe(201);
		await sandbox.finishConversation({ dialogue: 'booking' });
		expect(receiver.received).toHaveLength(1);
	} finally {
		await receiver.close();
	}
});

describe('the state', () => {
	const deliver = async (path: string, status: number, body = '') => {
		const receiver = await startReceiver({ status, body });
		try {
			await register(sandbox, { url: new URL(path, receiver.url).href, description: 'mine' });
			await sandbox.finishConversation({ dialogue: 'booking' });
		} finally {
			await receiver.close();
		}
		return await readState();
	};

	test.each([
		[200, '{"status":"accepted","id":"a"}', 'delivered'],
		[200, '{"status":"ignored","reason":"agent-not-wanted"}', 'ignored'],
		[200, '{"status":"duplicate","id":"a"}', 'duplicate'],
		[500, '{"status":"ignored"}', 'failed'],
	])('shows a delivery with the response %i %s as %s', async (status, answer, state) => {
		expect(await deliver('/webhook/x', status, answer)).toMatchObject({
			deliveries: [{ name: 'mine', state, answer, statuses: [status], agent: 'Clinic Reception' }],
		});
	});

	test('tells caller and kind of a call, and how it ended at each URL', async () => {
		const body = '{"code":404,"message":"The webhook is not registered."}';
		await deliver('/webhook-test/x', 404, body);
		const call = { kind: 'Booking: a check-up is moved', caller: '+14155550142' };
		expect(
			await deliver('/webhook/y', 200, '{"status":"ignored","reason":"too-short"}'),
		).toMatchObject({
			deliveries: [call, call],
			endings: [
				{ state: 'failed', reason: '404 The webhook is not registered.' },
				{ state: 'failed', reason: expect.stringContaining('ECONNREFUSED') },
				{ state: 'ignored', reason: '200 too-short' },
			],
		});
	});

	test('counts deliveries to a test URL at which nobody listens, and lists the others', async () => {
		const unheard = { deliveries: [], deliveryCount: 0, unheardTestCount: 1 };
		expect(await deliver('/webhook-test/x', 404)).toMatchObject(unheard);
		sandbox.deliveries[0]?.attempts.push({ at: '', status: 200, answer: 'heard' });
		const heard = { deliveries: [{ statuses: [404, 200], isTest: true }], unheardTestCount: 0 };
		expect(await readState()).toMatchObject(heard);
	});
});

describe('other web sites', () => {
	const body = { name: 'status' };

	test.each<[string, Record<string, string>, number]>([
		['the page itself', { origin: '{own}', 'sec-fetch-site': 'same-origin' }, 204],
		['another origin', { origin: 'https://evil.test' }, 403],
		['what the browser calls another site', { 'sec-fetch-site': 'cross-site' }, 403],
		['another port', { 'sec-fetch-site': 'same-site' }, 403],
		['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
	])('from %s, with %j, a control is answered with %i', async (_name, given, status) => {
		const headers = { ...given, ...(given.origin === '{own}' && { origin: sandbox.url }) };
		expect((await sendJson(sandbox, 'POST', '/sandbox/faults', body, headers)).status).toBe(status);
		expect(sandbox.faults).toHaveLength(status === 204 ? 1 : 0);
	});

	const realm = '/realms/voice-agent';
	test.each([
		...['/', '/token', '/developers', '/sandbox/state', '/api/Users/me'],
		...[`${realm}/.well-known/openid-configuration`, `${realm}/protocol/openid-connect/certs`],
	])('cannot read %s through a name of theirs, nor from a page of theirs', async (path) => {
		const url = new URL(path, path.startsWith(realm) ? sandbox.identityServerUrl : sandbox.url);
		const fromPage = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
		expect(await callWithHeaders(url, { host: 'evil.test' })).toBe(403);
		expect(await callWithHeaders(url, fromPage)).toBe(403);
		expect(await callWithHeaders(url, { host: url.host })).not.toBe(403);
	});

	test.each([
		['/token', 403],
		['/sandbox/state', 403],
		['/token/', 404],
		['/TOKEN', 404],
		['/developers', 200],
		[`${realm}/protocol/openid-connect/auth`, 400],
	])('link to %s and get %i', async (path, status) => {
		const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
		const url = new URL(path, path.startsWith(realm) ? sandbox.identityServerUrl : sandbox.url);
		expect(await callWithHeaders(url, headers)).toBe(status);
	});
});

/** The status. fetch does not let a caller select these headers. */
function callWithHeaders(url: URL, headers: Record<string, string>): Promise<number> {
	return new Promise((resolve, reject) => {
		const call = request(url, { headers }, (response) => {
			response.resume();
			response.once('end', () => resolve(response.statusCode ?? 0));
		});
		call.on('error', reject).end();
	});
}
