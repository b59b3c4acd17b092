import { sleep, type IWebhookFunctions } from 'n8n-workflow';
import {
	createDeliveryMemory,
	type DeliveryClaim,
	type DeliveryEvent,
	type DuplicateRule,
	hashContent,
} from '../../../core';

const ANSWER_LOOK_MS = 500;
const MAX_ANSWER_MS = 10 * 60 * 1000;

/** What this process acknowledged; it does not outlive the process and is not shared with others. */
const memory = createDeliveryMemory();

type WebhookResponse = ReturnType<IWebhookFunctions['getResponseObject']>;

/**
 * Claims a delivery against its duplicates. What came to another workflow, to a test URL, or as
 * another event is none.
 * @param waitLimit how long to wait for an equal delivery that is under way
 */
export async function claimDelivery(
	context: IWebhookFunctions,
	{ event, conversation }: DeliveryEvent,
	rule: DuplicateRule,
	waitLimit: () => Promise<unknown>,
): Promise<DeliveryClaim['state']> {
	if (rule === 'off') return 'first';
	const webhookUrl = `${context.getMode()} ${context.getNodeWebhookUrl('default') ?? ''}`;
	const { id, delivery } = conversation;
	const contentHash = rule === 'sameContent' ? hashContent(conversation) : null;
	const isVerified = delivery?.valid === true;
	const key = { webhookUrl, event, id, contentHash, isVerified };
	const claim = await memory.claim(key, waitLimit);
	if (claim.state === 'first') settleWithResponse(context, claim.settle);
	return claim.state;
}

/**
 * Waits until n8n has answered although nobody is there to hear it: a response whose connection was
 * cut tells nobody when it ends. Gives up in the end, so the sender can deliver again.
 */
async function waitForAnswer(response: WebhookResponse): Promise<void> {
	for (let waited = 0; waited < MAX_ANSWER_MS; waited += ANSWER_LOOK_MS) {
		if (response.writableEnded) return;
		await sleep(ANSWER_LOOK_MS);
	}
}

/**
 * A delivery counts as acknowledged once n8n has ended its response with 2xx, and not before. If the
 * sender has gone meanwhile, n8n may hold the execution all the same, and answers once it is sure:
 * what the sender then delivers again is a duplicate.
 */
function settleWithResponse(
	context: IWebhookFunctions,
	settle: (acknowledged: boolean) => void,
): void {
	const response = context.getResponseObject();
	const settleByStatus = () => {
		const isSuccess = response.statusCode >= 200 && response.statusCode < 300;
		settle(response.writableEnded && isSuccess);
	};
	const settleLater = () => void waitForAnswer(response).then(settleByStatus);
	// A copy that waited may take the first's place after its own sender has gone.
	if (response.destroyed) return settleLater();
	response.once('finish', settleByStatus);
	// After `finish` this changes nothing; alone it means that the connection was cut.
	response.once('close', settleLater);
}
