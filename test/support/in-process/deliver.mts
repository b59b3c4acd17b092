import type { IDataObject, INodeExecutionData, IWebhookResponseData } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import {
	createExchange,
	type ExchangeOptions,
	type NodeAnswer,
	type RecordedResponse,
} from './exchange.mts';
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

/** What the trigger makes of a delivery. */
export interface Delivered {
	result: IWebhookResponseData;
	response: RecordedResponse;
	/** `undefined` if the trigger left it to n8n, which answers what it takes. */
	answer: NodeAnswer | undefined;
	/** With what the sender is answered. */
	status: number | undefined;
	/** The trigger started an execution and left the answer to n8n. */
	isAccepted: boolean;
	items: IDataObject[];
	discarded: IDataObject[];
}

/** Hands a delivery to the trigger. The caller says how n8n's answer to an accepted one ends. */
export async function handOver(
	host: Host,
	body: string | Buffer,
	{ isTest, ...options }: DeliverOptions = {},
): Promise<Delivered> {
	const { request, response } = createExchange(body, options);
	const result = await trigger.webhook.call(host.webhook(request, response, isTest));
	const { answer } = response;
	const isAccepted = answer === undefined && result.workflowData !== undefined;
	const [items, discarded] = result.workflowData ?? [];
	const listJson = (emitted: INodeExecutionData[] = []) => emitted.map(({ json }) => json);
	return {
		result,
		response,
		answer,
		status: isAccepted ? 200 : answer?.status,
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
): Promise<Delivered> {
	const delivered = await handOver(host, body, options);
	if (delivered.answer === undefined) delivered.response.finish(200);
	return delivered;
}
