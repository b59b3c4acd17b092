import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { buildOutputItems } from '../../../core';
import { readOutputSettings } from '../../shared/parameters/output-fields';
import type { ReceivedEvent } from './read-event';

/** The items of a delivery in the output that the user chose; an event of another name goes raw. */
export function createItems(
	context: IWebhookFunctions,
	options: IDataObject,
	{ event, conversation, record, isOther }: ReceivedEvent,
): INodeExecutionData[] {
	const chosen = readOutputSettings(context.getNodeParameter('output', 'conversation'), options);
	if (!isOther) {
		const items = buildOutputItems(chosen.output, conversation, record, chosen.options);
		return items.map((json) => ({ json: { ...json } }));
	}
	const { includeSessionToken } = chosen.options;
	const [data] = buildOutputItems('raw', conversation, record, { includeSessionToken });
	return [{ json: { event, data, delivery: conversation.delivery } }];
}
