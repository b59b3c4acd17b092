import { serve, type TestServer } from '../support/servers/serve.mts';
import { createChat } from './targets/vendors/chat.mts';
import { createOpenai } from '../support/vendors/openai.mts';
import { answerFrom } from '../support/vendors/answer-from.mts';
import { createSwitchboard } from '../support/vendors/switchboard.mts';
import type { Vendor } from '../support/vendors/vendor.mts';

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
