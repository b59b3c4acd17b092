import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { callApi, postJson, register } from './call-api.mts';
import { startReceiver } from './start-receiver.mts';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ retryDelaysMs: [] });
});
afterEach(() => sandbox.reset());
afterAll(() => sandbox.close());

describe('a registered webhook, as in the web app', () => {
	const send = (method: string, body?: unknown) =>
		callApi(sandbox, `/sandbox/registrations/${sandbox.registrations[0]?.id}`, {
			method,
			headers: { 'content-type': 'application/json' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
	const finish = async () => (await postJson(sandbox, '/sandbox/conversations', {})).json;

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

	test.each(['PATCH', 'DELETE'])('is not found by %s under an unknown id', async (method) => {
		const answer = await callApi(sandbox, '/sandbox/registrations/none', {
			method,
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ enabled: false }),
		});
		expect(answer).toMatchObject({ status: 404, json: { detail: 'No webhook has this id.' } });
		expect(sandbox.registrations).toHaveLength(1);
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

test.each([
	[{}, undefined, ''],
	[{ description: 'mine' }, undefined, 'mine'],
	[{ description: 'mine' }, 'Calls to CRM', 'Calls to CRM'],
	[{ description: 'mine' }, '', 'mine'],
])('a webhook with %j of the workflow %j is named %j', async (body, workflow, name) => {
	await register(sandbox, { url: 'http://127.0.0.1:9/hook', ...body });
	Object.assign(sandbox.registrations[0] ?? {}, { workflow });
	await sandbox.finishConversation();
	const { json } = await callApi(sandbox, '/sandbox/state');
	expect(json).toMatchObject({ registrations: [{ name }], deliveries: [{ name }] });
});

test.each([
	[200, '{"status":"accepted","id":"a"}', 'delivered'],
	[200, '{"status":"ignored","reason":"agent-not-wanted"}', 'ignored'],
	[200, '{"status":"duplicate","id":"a"}', 'duplicate'],
	[500, '{"status":"ignored"}', 'failed'],
])('a delivery with the response %i %s is shown as %s', async (status, body, state) => {
	const receiver = await startReceiver({ status, body });
	try {
		await register(sandbox, { url: receiver.url });
		await sandbox.finishConversation();
	} finally {
		await receiver.close();
	}
	const { json } = await callApi(sandbox, '/sandbox/state');
	expect(json).toMatchObject({ deliveries: [{ state }] });
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
