import { sleep } from 'n8n-workflow';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { createDeliveryMemory } from '../../../core';
import type { Conversation, DeliveryClaim } from '../../../core';

const longestWaitMilliseconds = 10_000;
const defaultWindow = 1_000;

/** What this process acknowledged; it does not outlive the process and is not shared with others. */
const memory = createDeliveryMemory({
	waitLimit: () => sleep(longestWaitMilliseconds),
});

/** A delivery counts as acknowledged once its answer has gone out with 2xx, and not before. */
function settleWithResponse(
	context: IWebhookFunctions,
	settle: (acknowledged: boolean) => void,
): void {
	const response = context.getResponseObject();
	// A copy that waited may take the first's place after its own sender has gone.
	if (response.destroyed) return settle(false);
	response.once('finish', () => {
		settle(response.statusCode >= 200 && response.statusCode < 300);
	});
	// After `finish` this changes nothing; alone it means that the connection was cut.
	response.once('close', () => settle(false));
}

function readWindow(options: IDataObject): number {
	const window = Number(options.duplicateWindow ?? defaultWindow);
	return Number.isInteger(window) && window > 0 ? window : defaultWindow;
}

/**
 * Claims a delivery against its duplicates. Another workflow, a test URL, another event, or a later
 * state of the same conversation is none.
 */
export async function claimDelivery(
	context: IWebhookFunctions,
	options: IDataObject,
	event: string,
	conversation: Pick<Conversation, 'id' | 'shape' | 'status' | 'updated_at'>,
): Promise<DeliveryClaim['state']> {
	if (options.ignoreDuplicates === false) return 'first';
	const webhookUrl = `${context.getMode()} ${context.getNodeWebhookUrl('default') ?? ''}`;
	const { id, shape, status, updated_at: updatedAt } = conversation;
	const claim = await memory.claim(
		{ webhookUrl, event, id, shape, status, updatedAt },
		readWindow(options),
	);
	if (claim.state === 'first') settleWithResponse(context, claim.settle);
	return claim.state;
}
