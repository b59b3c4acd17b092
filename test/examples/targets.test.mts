import { serve, type TestServer } from '../support/servers/serve.mts';
import { createChat } from './targets/vendors/chat.mts';
import { createOpenai } from './targets/vendors/openai.mts';
import { answerFrom } from './targets/vendors/start-vendors.mts';
import type { Vendor } from './targets/vendors/vendor.mts';

const [chat, openai] = [createChat(), createOpenai()];
const question = { model: 'model-1', messages: [{ role: 'user', content: 'Hello.' }] };

// What every stand-in does to a request, shown by one that asks for an authorization and one that does not.
describe.each<[string, Vendor, taken: unknown[], route: string, asked: object]>([
	['a chat', chat, chat.messages, '/hooks/REPLACE-ME', { text: 'Hello.' }],
	['OpenAI', openai, openai.requests, '/v1/chat/completions', question],
])('the stand-in for %s', (_, vendor, taken, route, asked) => {
	const problems: string[] = [];
	let server: TestServer;
	beforeAll(async () => {
		const standIn = { ...vendor };
		server = await serve(answerFrom([standIn], problems, []));
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
		expect(broken).toEqual(broken.map(() => ({ ok: false, taken: 0, problems: 1 })));
	});
});
