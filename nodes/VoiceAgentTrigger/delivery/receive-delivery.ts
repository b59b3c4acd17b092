import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { parseDeliveryBytes } from '../../../core';
import type { Conversation } from '../../../core';
import { readOptions } from '../registration/plan-registration';
import { answerSender } from './answer-sender';
import { readRawBody } from './read-raw-body';

/** `session_token` is a secret, and an item stands in every saved execution. */
function createItem(conversation: Conversation, includeSessionToken: boolean): INodeExecutionData {
	const sessionToken = includeSessionToken ? conversation.session_token : null;
	return { json: { ...conversation, session_token: sessionToken } };
}

/**
 * One delivery, stage by stage: bytes, envelope, event name, record, output. What is refused or
 * ignored is answered here; what is accepted is answered by n8n once it holds the execution, so that
 * no acknowledged conversation can be lost.
 */
export async function receiveDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const rawBody = await readRawBody(context);
	const delivery = parseDeliveryBytes(rawBody ?? '');
	if (!delivery.success) {
		const { code, message } = delivery.error;
		if (code === 'event-not-wanted') {
			return answerSender(context, 200, { status: 'ignored', reason: code });
		}
		return answerSender(context, 400, { status: 'refused', reason: code, message });
	}
	const { conversation } = delivery;
	const options = readOptions(context);
	return {
		workflowData: [[createItem(conversation, options.includeSessionToken === true)]],
		webhookResponse: { status: 'accepted', id: conversation.id },
	};
}
