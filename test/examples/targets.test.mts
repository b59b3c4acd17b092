import { serve, type TestServer } from '../support/servers/serve.mts';
import { waitUntil } from '../../host/wait-until.mts';
import { createChat } from './targets/vendors/chat.mts';
import { calendarId, createGoogleCalendar } from './targets/vendors/google-calendar.mts';
import { createGoogleTokens } from './targets/vendors/google-sheets.mts';
import { createOpenai } from '../support/vendors/openai.mts';
import { answerFrom } from '../support/vendors/answer-from.mts';
import { createSwitchboard } from '../support/vendors/switchboard.mts';
import { createApplication, type Vendor } from '../support/vendors/vendor.mts';

const [chat, openai] = [createChat(''), createOpenai()];
const createTool = (name: string) => ({ type: 'function', function: { name } });
const called = { id: 'call_1', type: 'function', function: { name: 'look_up', arguments: '{}' } };
const asking = { role: 'user', content: 'Hello.' };
const calling = { role: 'assistant', content: null, tool_calls: [called] };
const result = { role: 'tool', content: '', tool_call_id: 'call_1' };
const question = {
	model: 'model-1',
	messages: [asking, calling, result],
	tools: [createTool('look_up')],
};
const wrongQuestions = [
	{ ...question, messages: [asking, result] },
	{ ...question, messages: [asking, { ...calling, tool_calls: undefined }] },
	{ ...question, tools: [createTool('look up')] },
	{ ...question, tools: [] },
];

// What every stand-in does to a request, shown by one that asks for an authorization and one that does not.
describe.each<[string, Vendor, taken: unknown[], route: string, asked: object, wrong: object[]]>([
	['a chat', chat, chat.messages, '/hooks/REPLACE-ME', { text: 'Hello.' }, []],
	['OpenAI', openai, openai.requests, '/v1/chat/completions', question, wrongQuestions],
])('the stand-in for %s', (_, vendor, taken, route, asked, wrong) => {
	const problems: string[] = [];
	let server: TestServer;
	beforeAll(async () => {
		const standIn = { ...vendor };
		const account = { vendors: [standIn], problems, switchboard: createSwitchboard() };
		server = await serve(answerFrom([account]));
		standIn.host = new URL(server.url).host;
	});
	afterAll(() => server.close());

	const { authorization } = vendor;
	const signed: Record<string, string> = authorization === undefined ? {} : { authorization };

	const post = async (body: unknown, { path = route, method = 'POST', headers = {} } = {}) => {
		const sent = { 'content-type': 'application/json', ...signed, ...headers };
		const written = body === undefined ? null : JSON.stringify(body);
		const { ok } = await fetch(server.url + path, { method, headers: sent, body: written });
		return { ok, taken: taken.splice(0).length, problems: problems.splice(0).length };
	};

	test('takes what its contract has', async () => {
		expect(await post(asked)).toEqual({ ok: true, taken: 1, problems: 0 });
	});

	test('takes nothing else', async () => {
		const [first = ''] = Object.keys(asked);
		const broken = [
			await post(asked, { headers: { 'content-type': 'text/plain' } }),
			await post(asked, { headers: { authorization: 'Bearer other' } }),
			await post(asked, { path: `${route}/other` }),
			await post(asked, { path: `${route}?other=1` }),
			await post(asked, { method: 'PUT' }),
			await post(undefined),
			await post({ ...asked, other: 1 }),
			await post({ ...asked, [first]: 'a\uD800' }),
			await post({ ...asked, [first]: '' }),
		];
		for (const one of wrong) broken.push(await post(one));
		expect(broken).toEqual(broken.map(() => ({ ok: false, taken: 0, problems: 1 })));
	});
});

// What a vendor answers on a bad day, shown by one with a sign-in and a list.
describe('a bad day of Google Calendar', () => {
	const application = createApplication('google');
	const calendar = createGoogleCalendar(application);
	const tokens = createGoogleTokens(application);
	const switchboard = createSwitchboard();
	const problems: string[] = [];
	let server: TestServer;
	beforeAll(async () => {
		const vendors: Vendor[] = [{ ...calendar }, { ...tokens }];
		server = await serve(answerFrom([{ vendors, problems, switchboard }]));
		// Both at one address: which of them is meant, the authorization says.
		for (const vendor of vendors) vendor.host = new URL(server.url).host;
	});
	afterAll(() => server.close());
	beforeEach(() => {
		switchboard.mend();
		switchboard.seen.length = 0;
		calendar.events.length = 0;
	});

	const events = `/calendar/v3/calendars/${calendarId}/events`;
	const headers = { authorization: calendar.authorization, 'content-type': 'application/json' };
	const dateTime = '2026-12-03T15:00:00Z';
	const add = async () => {
		const body = JSON.stringify({ id: 'abcde', start: { dateTime }, end: { dateTime } });
		const answer = await fetch(server.url + events, { method: 'POST', headers, body }).catch(
			() => undefined,
		);
		return { status: answer?.status, waits: answer?.headers.get('retry-after') ?? null };
	};
	const list = async (query = '') => {
		const answer = await fetch(`${server.url}${events}${query}`, { headers });
		const { items, nextPageToken }: { items: unknown[]; nextPageToken?: string } =
			await answer.json();
		return { count: items.length, nextPageToken };
	};

	test.each([
		['rate-limit', { status: 429, waits: '30' }, 0],
		['unavailable', { status: 503, waits: null }, 0],
		['failed-after', { status: 503, waits: null }, 1],
		['cut-after', { status: undefined, waits: null }, 1],
		['gone', { status: 404, waits: null }, 0],
		['invalid', { status: 400, waits: null }, 0],
	] as const)('%s is met once, and has this effect', async (kind, answer, added) => {
		switchboard.set({ request: `POST ${events}`, kind });
		expect([await add(), calendar.events.length]).toEqual([answer, added]);
		expect((await add()).status).toBe(added === 0 ? 200 : 409);
	});

	test('the so many-th request meets a fault, and as many as it is for', async () => {
		switchboard.set({ request: `POST ${events}`, kind: 'unavailable', skip: 1, times: 2 });
		const statuses = [(await add()).status, (await add()).status, (await add()).status];
		expect([...statuses, (await add()).status]).toEqual([200, 503, 503, 409]);
	});

	test('a sign-in that has ended is over until it is mended, and no token is renewed', async () => {
		const renew = async () => {
			const form = { grant_type: 'refresh_token', refresh_token: 'refresh-token-for-the-test' };
			const { clientId, clientSecret } = application.fields;
			const names = { client_id: clientId, client_secret: clientSecret };
			const body = new URLSearchParams({ ...form, ...names });
			return (await fetch(`${server.url}/token`, { method: 'POST', body })).json();
		};
		switchboard.set({ request: `POST ${events}`, kind: 'signed-out' });
		expect([(await add()).status, (await add()).status]).toEqual([401, 401]);
		expect(await renew()).toEqual({ error: 'invalid_grant' });
		switchboard.mend();
		expect((await add()).status).toBe(200);
		expect(await renew()).toMatchObject({ token_type: 'Bearer' });
	});

	test('a list has pages, and the first may be empty', async () => {
		await add();
		calendar.events.push(...calendar.events.map((event) => ({ ...event, id: 'other' })));
		expect(await list('?maxResults=1')).toEqual({ count: 1, nextPageToken: '1' });
		expect(await list('?maxResults=1&pageToken=1')).toEqual({ count: 1 });
		switchboard.set({ request: `GET ${events}`, kind: 'empty-page' });
		expect(await list()).toEqual({ count: 0, nextPageToken: '0' });
		expect(await list('?pageToken=0')).toEqual({ count: 2 });
		expect(problems).toEqual([]);
	});

	test('two go on side by side: one waits until the other is there, or until nobody comes', async () => {
		switchboard.pair();
		const first = add();
		await list();
		expect((await first).status).toBe(200);
		const alone = list();
		await waitUntil(() => (switchboard.seen.length % 2 === 1 ? true : undefined), {
			what: 'the request that waits',
			intervalMs: 1,
		});
		switchboard.release();
		expect(await alone).toEqual({ count: 1 });
	});
});
