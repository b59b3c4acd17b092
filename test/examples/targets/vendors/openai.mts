import * as z from 'zod/v4';
import { keep, ok, text, type Vendor } from './vendor.mts';

const apiKey = 'sk-for-the-test';

const part = z.strictObject({ type: z.literal('text'), text });
/** As one text: a message may have it in parts, but never in none. */
const content = z
	.union([text, z.array(part).min(1)])
	.transform((parts) =>
		typeof parts === 'string' ? parts : parts.map((one) => one.text).join(''),
	);
const message = z.strictObject({
	role: z.enum(['developer', 'system', 'user', 'assistant']),
	content,
	name: z.string().optional(),
});
const amount = z.number().optional();
const chatRequest = z.strictObject({
	model: text,
	messages: z.array(message).min(1),
	...{ stream: z.literal(false).optional(), n: z.int().min(1).optional() },
	...{ temperature: amount, top_p: amount, max_tokens: amount, max_completion_tokens: amount },
	...{ frequency_penalty: amount, presence_penalty: amount, user: z.string().optional() },
	response_format: z.looseObject({ type: z.string() }).optional(),
	reasoning_effort: z.string().optional(),
});

/** OpenAI's chat completions: each is answered with the text that a test gave. */
export function createOpenai() {
	const requests: z.infer<typeof chatRequest>[] = [];
	let answer: (asked: string) => string = () => '';
	return {
		host: 'api.openai.com',
		contract: 'openai/openai-openapi f85dbe22 (openapi.json)',
		credential: {
			type: 'openAiApi',
			nodes: ['@n8n/n8n-nodes-langchain.lmChatOpenAi'],
			fields: { apiKey, url: 'https://api.openai.com/v1' },
		},
		authorization: `Bearer ${apiKey}`,
		requests,
		/** What the model says from now on, or how it answers the last message. */
		say: (said: string | ((asked: string) => string)) => {
			answer = typeof said === 'string' ? () => said : said;
		},
		written: [requests],
		routes: {
			'POST /v1/chat/completions': ({ body }) => {
				const { model, messages } = keep(requests, chatRequest.parse(body));
				const answered = { role: 'assistant', content: answer(messages.at(-1)?.content ?? '') };
				return ok({
					...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model },
					choices: [{ index: 0, finish_reason: 'stop', message: answered }],
					usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
				});
			},
		},
	} satisfies Vendor & Record<string, unknown>;
}
