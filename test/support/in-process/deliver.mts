import type { INodeExecutionData } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { atMoment } from '../clock.mts';
import { createExchange, type ExchangeOptions } from './exchange.mts';
import { createHost, type Host, type HostOptions } from './host.mts';

const { webhook } = new VoiceAgentTrigger();
let conversations = 0;

/** The id of a conversation that no test of the file has sent yet. */
export const nextId = (): string => `conversation-${++conversations}`;

/** The body of an event, as the service sends it. */
export const writeEvent = (data: object = { id: nextId() }, event = 'ConversationComplete') =>
	JSON.stringify({ event, data });

export interface DeliverOptions extends ExchangeOptions {
	/** Whether somebody listens for a test event in the editor. */
	isTest?: boolean;
	/** When the delivery comes, in milliseconds since the epoch, if not now. */
	now?: number;
	/** Whether n8n keeps the answer to an accepted delivery back until the caller ends the exchange. */
	isHeld?: boolean;
}

/** Hands a delivery to a trigger, or to a new trigger with these parameters. An object is written as JSON. */
export async function deliver(
	trigger: Host | Omit<HostOptions, 'type'>,
	body: string | object,
	{ isTest, now, isHeld = false, ...options }: DeliverOptions = {},
) {
	const isBytes = typeof body === 'string' || Buffer.isBuffer(body);
	const { request, response } = createExchange(isBytes ? body : JSON.stringify(body), options);
	const host =
		'webhook' in trigger ? trigger : createHost({ ...trigger, type: 'voiceAgentTrigger' });
	const receive = async () => await webhook.call(host.webhook(request, response, isTest));
	const result = await (now === undefined ? receive() : atMoment(now, receive));
	const { answer } = response;
	if (answer === undefined && !isHeld) response.finish(200);
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
