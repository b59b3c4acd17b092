import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod/v4';
import { serve } from '../../support/servers/serve.mts';
import { expectWhole } from './vendors/vendor.mts';

/** Where OpenAI publishes what chat completions take. docs/examples.md shows it. */
export const modelContract = 'openai/openai-openapi f85dbe22 (openapi.json)';

const part = z.strictObject({ type: z.literal('text'), text: z.string().min(1) });
/** As one text: a message may have it in parts, but never in none. */
const content = z
	.union([z.string().min(1), z.array(part).min(1)])
	.transform((parts) =>
		typeof parts === 'string' ? parts : parts.map(({ text }) => text).join(''),
	);
const message = z.strictObject({
	role: z.enum(['developer', 'system', 'user', 'assistant']),
	content,
	name: z.string().optional(),
});
const amount = z.number().optional();
const chatRequest = z.strictObject({
	model: z.string().min(1),
	messages: z.array(message).min(1),
	...{ stream: z.literal(false).optional(), n: z.int().min(1).optional() },
	...{ temperature: amount, top_p: amount, max_tokens: amount, max_completion_tokens: amount },
	...{ frequency_penalty: amount, presence_penalty: amount, user: z.string().optional() },
	response_format: z.looseObject({ type: z.string() }).optional(),
	reasoning_effort: z.string().optional(),
});

/** Rejects what the contract does not have. */
async function readChatRequest(request: IncomingMessage) {
	if (!request.headers['content-type']?.startsWith('application/json')) throw new Error('no JSON');
	const body: unknown = await json(request);
	expectWhole(body);
	return chatRequest.parse(body);
}

/**
 * A stand-in for a service that speaks OpenAI's API: answers every chat completion with the same text. What
 * the contract does not have is a 400, another path a 404.
 */
export async function startLanguageModel() {
	const requests: z.infer<typeof chatRequest>[] = [];
	let answer: (asked: string) => string = () => '';
	const { url, close } = await serve(async (request, response) => {
		if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
			response.writeHead(404).end();
			return;
		}
		const body = await readChatRequest(request).catch((error: unknown) => String(error));
		if (typeof body === 'string') {
			response.writeHead(400, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ error: { message: body } }));
			return;
		}
		requests.push(body);
		const answered = { role: 'assistant', content: answer(body.messages.at(-1)?.content ?? '') };
		response.writeHead(200, { 'content-type': 'application/json' }).end(
			JSON.stringify({
				id: 'chatcmpl-1',
				object: 'chat.completion',
				created: 1,
				model: body.model,
				choices: [{ index: 0, finish_reason: 'stop', message: answered }],
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
