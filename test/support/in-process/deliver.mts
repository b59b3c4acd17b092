import type { INodeExecutionData } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { createExchange, type ExchangeOptions } from './exchange.mts';
import type { Host } from './host.mts';

const trigger = new VoiceAgentTrigger();
let conversations = 0;

/** The id of a conversation that no test of the file has sent yet. */
export const nextId = (): string => `conversation-${++conversations}`;

/** The body of an event, as the service sends it. */
export const writeEvent = (data: object = { id: nextId() }, event = 'ConversationComplete') =>
	JSON.stringify({ event, data });

export interface DeliverOptions extends ExchangeOptions {
	/** Whether somebody listens for a test event in the editor. */
	isTest?: boolean;
}

/** Hands a delivery to the trigger. The caller says how n8n's answer to an accepted one ends. */
export async function handOver(
	host: Host,
	body: string | Buffer,
	{ isTest, ...options }: DeliverOptions = {},
) {
	const { request, response } = createExchange(body, options);
	const result = await trigger.webhook.call(host.webhook(request, response, isTest));
	const { answer } = response;
	const isAccepted = answer === undefined && result.workflowData !== undefined;
	const [items, discarded] = result.workflowData ?? [];
	const listJson = (emitted: INodeExecutionData[] = []) => emitted.map(({ json }) => json);
	return {
		result,
		response,
		/** `undefined` if the trigger left it to n8n, which answers what it takes. */
		answer,
		/** With what the sender is answered. */
		status: isAccepted ? 200 : answer?.status,
		/** The trigger started an execution and left the answer to n8n. */
		isAccepted,
		items: listJson(items),
		discarded: listJson(discarded),
	};
}

/** The same, and n8n answers what it took. */
export async function deliver(
	host: Host,
	body: string | Buffer,
	options: DeliverOptions = {},
): ReturnType<typeof handOver> {
	const delivered = await handOver(host, body, options);
	if (delivered.answer === undefined) delivered.response.finish(200);
	return delivered;
}
