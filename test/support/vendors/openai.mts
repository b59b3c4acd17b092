import * as z from 'zod/v4';
import { keep, ok, text, type Vendor } from './vendor.mts';

const part = z.strictObject({ type: z.literal('text'), text });
/** What a message says, as one text. A message may have parts, at least one. */
const content = z
	.union([text, z.array(part).min(1)])
	.transform((parts) =>
		typeof parts === 'string' ? parts : parts.map((one) => one.text).join(''),
	);
const toolName = z.string().regex(/^[\w-]{1,64}$/);
const toolCall = z.strictObject({
	id: text,
	type: z.literal('function'),
	function: z.strictObject({ name: toolName, arguments: z.string() }),
});
const message = z.union([
	z.strictObject({
		role: z.enum(['developer', 'system', 'user', 'assistant']),
		content,
		name: z.string().optional(),
	}),
	z.strictObject({
		role: z.literal('assistant'),
		// The contract has no empty list; n8n's Agent 3 sends one beside tool calls.
		content: z.union([z.literal(''), z.null(), z.tuple([]), content]).transform(() => ''),
		tool_calls: z.array(toolCall).min(1),
	}),
	z.strictObject({
		role: z.literal('tool'),
		content: z.union([z.literal(''), content]),
		tool_call_id: text,
	}),
]);
const tool = z.strictObject({
	type: z.literal('function'),
	function: z.strictObject({
		name: toolName,
		description: z.string().optional(),
		parameters: z.looseObject({ type: z.literal('object') }).optional(),
		strict: z.boolean().nullish(),
	}),
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
	tools: z.array(tool).min(1).optional(),
	tool_choice: z.enum(['none', 'auto', 'required']).optional(),
	parallel_tool_calls: z.boolean().optional(),
});
type Message = z.infer<typeof message>;

/** A tool that the model calls, by name, with these arguments. */
type ToolUse = readonly [name: string, values: object];

/** OpenAI's chat completions: each is answered with the text that a test gave. */
export function createOpenai(account = '') {
	const apiKey = `sk-for-the-test${account}`;
	const requests: z.infer<typeof chatRequest>[] = [];
	let answer: (asked: string, message?: Message) => string | ToolUse = () => '';
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
		say: (said: string | typeof answer) => {
			answer = typeof said === 'string' ? () => said : said;
		},
		written: [requests],
		routes: {
			'POST /v1/chat/completions': ({ body }) => {
				const asked = chatRequest.parse(body);
				const { model, messages, tools = [] } = asked;
				expectCalled(messages);
				keep(requests, asked);
				const last = messages.at(-1);
				const said = answer(last?.content ?? '', last);
				const isText = typeof said === 'string';
				const answered = isText
					? { content: said }
					: { content: null, tool_calls: [useTool(said, tools, messages.length)] };
				return ok({
					...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model },
					choices: [
						{
							index: 0,
							finish_reason: isText ? 'stop' : 'tool_calls',
							message: { role: 'assistant', ...answered },
						},
					],
					usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
				});
			},
		},
	} satisfies Vendor & Record<string, unknown>;
}

/** A tool's result follows the call of its id. */
function expectCalled(messages: Message[]): void {
	const called = new Set<string>();
	for (const message of messages) {
		if ('tool_calls' in message) for (const { id } of message.tool_calls) called.add(id);
		if ('tool_call_id' in message && !called.delete(message.tool_call_id)) {
			throw new Error('the result of a tool that nobody called');
		}
	}
}

function useTool([name, values]: ToolUse, tools: z.infer<typeof tool>[], step: number) {
	if (!tools.some((one) => one.function.name === name)) throw new Error(`no tool ${name}`);
	const called = { name, arguments: JSON.stringify(values) };
	return { id: `call_${step}`, type: 'function', function: called };
}
