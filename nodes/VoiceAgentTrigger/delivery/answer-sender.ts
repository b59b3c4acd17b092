import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

/** The JSON body of the answer to a delivery that starts no execution. */
export type RefusalAnswer =
	| { status: 'ignored'; reason: string }
	| { status: 'refused'; reason: string; message: string };

/**
 * Answers the sender itself and starts no execution. Only for what is not emitted: an accepted
 * delivery is answered by n8n, once it holds the execution.
 */
export function answerSender(
	context: IWebhookFunctions,
	httpStatus: number,
	answer: RefusalAnswer,
): IWebhookResponseData {
	context.getResponseObject().status(httpStatus).json(answer);
	return { noWebhookResponse: true };
}
