import type { Router } from '@koa/router';
import { createApiRouter } from '../../sandbox/api/create-api-router.mts';
import { choosePeople } from '../../sandbox/default-people.mts';
import { createPageRouter } from '../../sandbox/page/create-page-router.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import { createState } from '../../sandbox/state.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { bearer, callApi, getCurrentUser, register } from './call-api.mts';

let sandbox: Sandbox;
let routers: Router[];

beforeAll(async () => {
	sandbox = await startSandbox();
	const state = createState(1);
	const api = createApiRouter({
		state,
		now: () => new Date(0),
		checkAccessToken: () => Promise.resolve(sandbox.user),
	});
	const page = createPageRouter({
		state,
		identity: sandbox.identity,
		people: choosePeople({}),
		events: sandbox,
		endFaults: sandbox.clearFaults,
		stopListening: () => Promise.resolve(),
	});
	routers = [api, page];
});
afterEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const get = (path: string) => callApi(sandbox, path);
const send = (method: string) => (path: string, body: unknown) =>
	callApi(sandbox, path, {
		method,
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
const post = send('POST');
const change = send('PATCH');
const remove = (path: string) => callApi(sandbox, path, { method: 'DELETE' });
const noWebhook = { detail: 'No webhook has this id.' };
const page = (words: string) => ({ status: 200, text: expect.stringContaining(words) });

/** A request for each route, with what no other route answers. */
const exercises: Record<string, () => Promise<void>> = {
	'GET /api/Users/me': async () => {
		const { status, json } = await getCurrentUser(sandbox, await bearer(sandbox));
		expect([status, json]).toEqual([200, expect.objectContaining({ id: sandbox.user.id })]);
	},
	'POST /api/Webhooks': async () => {
		const { status, json } = await register(sandbox, { url: 'http://127.0.0.1:9/' });
		expect([status, json]).toEqual([201, { id: sandbox.registrations[0]?.id }]);
	},
	'ALL /api/webhooks/notifications/events/ConversationComplete': async () => {
		await post('/api/webhooks/notifications/events/ConversationComplete', { event: 'a' });
		expect(sandbox.trappedCalls).toMatchObject([{ status: 404, body: '{"event":"a"}' }]);
	},
	'GET /recordings/:id/:file': async () => {
		const { audio_url } = sandbox.createRecord({ withRecording: true });
		const { status, text } = await get(String(audio_url));
		expect([status, text.slice(0, 4)]).toEqual([200, 'RIFF']);
	},
	'GET /': async () => expect(await get('/')).toMatchObject(page('<html')),
	'GET /sandbox/page.css': async () =>
		expect(await get('/sandbox/page.css')).toMatchObject(page('{')),
	'GET /sandbox/page-script.mjs': async () =>
		expect(await get('/sandbox/page-script.mjs')).toMatchObject(page('fetch(')),
	'GET /developers': async () =>
		expect(await get('/developers')).toMatchObject(page('sandbox-public')),
	'GET /token': async () => expect(await get('/token')).toMatchObject(page('<textarea')),
	'GET /sandbox/state': async () => {
		const { json } = await get('/sandbox/state');
		expect(json).toMatchObject({ registrations: [], deliveries: [], trappedCallCount: 0 });
	},
	'POST /sandbox/conversations': async () => {
		const { status, json } = await post('/sandbox/conversations', { shape: 'B', turns: 3 });
		expect([status, json]).toEqual([202, { id: expect.any(String), deliveries: 0 }]);
	},
	'PATCH /sandbox/registrations/:id': async () => {
		const { status, json } = await change('/sandbox/registrations/none', { enabled: false });
		expect([status, json]).toEqual([404, expect.objectContaining(noWebhook)]);
	},
	'DELETE /sandbox/registrations/:id': async () => {
		const { status, json } = await remove('/sandbox/registrations/none');
		expect([status, json]).toEqual([404, expect.objectContaining(noWebhook)]);
	},
	'POST /sandbox/faults': async () => {
		await post('/sandbox/faults', { name: 'away', target: 'certs' });
		expect(sandbox.faults).toMatchObject([{ name: 'away', options: { target: 'certs' } }]);
	},
	'DELETE /sandbox/faults': async () => {
		await sandbox.switchOnFault('status', { target: 'users-me' });
		await remove('/sandbox/faults');
		expect(sandbox.faults).toEqual([]);
	},
};

type Route = Router['stack'][number];

function describeRoute({ methods, path }: Route): string {
	const named = methods.filter((method) => method !== 'HEAD');
	return `${named.length > 1 ? 'ALL' : named[0]} ${String(path)}`;
}

test('every route has a request here, and every request a route', () => {
	const routes = routers.flatMap(({ stack }) => stack.map(describeRoute));
	expect(routes.sort()).toEqual(Object.keys(exercises).sort());
});

test.each(Object.entries(exercises))('%s is requested and answers', async (route, exercise) => {
	const sent = jest.spyOn(globalThis, 'fetch');
	try {
		await exercise();
		const requested = sent.mock.calls.flatMap(([url, { method = 'GET' } = {}]) => {
			const { pathname } = new URL(String(url));
			return routers.flatMap((router) => router.match(pathname, method).pathAndMethod);
		});
		expect(requested.map(describeRoute)).toContain(route);
	} finally {
		sent.mockRestore();
	}
});
