import type { IWebhookFunctions } from 'n8n-workflow';

/** The JSON body of the response to a delivery that starts no execution. */
export type Answer =
	| { status: 'ignored'; reason: string }
	| { status: 'duplicate'; id: string | null }
	| { status: 'rejected'; reason: string; message: string }
	| { status: 'unavailable'; reason: string };

/**
 * Answers the sender itself and starts no execution. Only for what is not emitted: an accepted
 * delivery is answered by n8n, once it holds the execution.
 */
export function respondToSender(
	context: IWebhookFunctions,
	httpStatus: number,
	answer: Answer,
	retryAfterSeconds?: number,
): { noWebhookResponse: true } {
	const response = context.getResponseObject();
	if (retryAfterSeconds !== undefined) {
		response.setHeader('Retry-After', String(retryAfterSeconds));
	}
	response.status(httpStatus).json(answer);
	return { noWebhookResponse: true };
}
