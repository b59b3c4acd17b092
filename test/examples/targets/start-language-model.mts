import { json } from 'node:stream/consumers';
import * as z from 'zod/v4';
import { serve } from '../../support/servers/serve.mts';

/** As one text: a message may have none, or have it in parts. */
const content = z
	.union([z.string(), z.array(z.looseObject({ type: z.literal('text'), text: z.string() }))])
	.nullish()
	.transform((parts) =>
		[parts ?? '']
			.flat()
			.map((part) => (typeof part === 'string' ? part : part.text))
			.join(''),
	);

const chatRequest = z.looseObject({
	model: z.string(),
	messages: z.array(z.looseObject({ role: z.string(), content })),
});

/**
 * A stand-in for a service that speaks OpenAI's API: answers every chat completion with the same text. Anything else gets 404.
 */
export async function startLanguageModel() {
	const requests: z.infer<typeof chatRequest>[] = [];
	let answer: (asked: string) => string = () => '';
	const { url, close } = await serve(async (request, response) => {
		if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
			response.writeHead(404).end();
			return;
		}
		const body = chatRequest.parse(await json(request));
		requests.push(body);
		const message = { role: 'assistant', content: answer(body.messages.at(-1)?.content ?? '') };
		response.writeHead(200, { 'content-type': 'application/json' }).end(
			JSON.stringify({
				id: 'chatcmpl-1',
				object: 'chat.completion',
				created: 1,
				model: body.model,
				choices: [{ index: 0, finish_reason: 'stop', message }],
				usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
			}),
		);
	});
	return {
		credential: {
			type: 'openAiApi',
			nodes: ['@n8n/n8n-nodes-langchain.lmChatOpenAi'],
			fields: { apiKey: 'sk-for-the-test', url: `${url}/v1` },
		},
		requests,
		/** What the model says from now on, or how it answers the last message. */
		say: (text: string | ((asked: string) => string)) => {
			answer = typeof text === 'string' ? () => text : text;
		},
		close,
	};
}
