import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { describeBody } from '../../../core';
import { answerSender, type Answer } from './answer-sender';
import { logHeldBack } from './log-held-back';

/** A delivery that starts nothing: what the sender is answered, and what the owner of n8n is told. */
export type HeldBackDelivery = {
	httpStatus: number;
	answer: Answer;
	/** For 503 alone. */
	retryAfterSeconds?: number;
	/** May say more than the answer does. */
	reason: string;
	/** In words that hold nothing of the delivery but names. */
	message: string;
};

/** The one way of a delivery that starts nothing: a line in n8n's log, and the answer to the sender. */
export function holdBack(
	context: IWebhookFunctions,
	rawBody: Uint8Array | undefined,
	heldBack: HeldBackDelivery,
): IWebhookResponseData {
	const { httpStatus, answer, retryAfterSeconds, reason, message } = heldBack;
	const status = httpStatus === 200 ? 'ignored' : 'refused';
	logHeldBack(context, { status, reason, message }, Date.now(), () =>
		httpStatus === 400 && rawBody !== undefined ? describeBody(rawBody) : '',
	);
	return answerSender(context, httpStatus, answer, retryAfterSeconds);
}
