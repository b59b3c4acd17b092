import { startChat } from './targets/start-chat.mts';
import { startLanguageModel } from './targets/start-language-model.mts';

// What the vendors' stand-ins do to any request, the other two do by themselves.
const targets = {
	'a chat': async () => {
		const { url, close, messages } = await startChat();
		return { url, close, taken: messages, asked: { text: 'Hello.' } };
	},
	'a language model': async () => {
		const { credential, close, requests } = await startLanguageModel();
		const asked = { model: 'model-1', messages: [{ role: 'user', content: 'Hello.' }] };
		return { url: `${credential.fields.url}/chat/completions`, close, taken: requests, asked };
	},
};

describe.each(Object.entries(targets))('the stand-in for %s', (_, start) => {
	let target: Awaited<ReturnType<typeof start>>;
	beforeAll(async () => {
		target = await start();
	});
	afterAll(() => target.close());

	const post = async (body: unknown, type = 'application/json', path = '', method = 'POST') => {
		const written = body === undefined ? null : JSON.stringify(body);
		const options = { method, headers: { 'content-type': type }, body: written };
		const { ok } = await fetch(target.url + path, options);
		return { ok, taken: target.taken.splice(0).length };
	};

	test('takes what its contract has', async () => {
		expect(await post(target.asked)).toEqual({ ok: true, taken: 1 });
	});

	test('takes nothing else', async () => {
		const { asked } = target;
		const broken = [
			await post(asked, 'text/plain'),
			await post(asked, undefined, '/other'),
			await post(asked, undefined, '', 'PUT'),
			await post(undefined),
			await post({ ...asked, other: 1 }),
			await post({ ...asked, [Object.keys(asked)[0] ?? '']: 'a\uD800' }),
			await post({ ...asked, [Object.keys(asked)[0] ?? '']: '' }),
		];
		expect(broken).toEqual(broken.map(() => ({ ok: false, taken: 0 })));
	});
});
