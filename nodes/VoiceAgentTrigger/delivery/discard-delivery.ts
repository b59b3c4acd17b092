import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import {
	buildDiscardedItem,
	describeBody,
	hashBody,
	type DiscardReason,
	Throttle,
	type TriggerSettings,
} from '../../../core';
import { respondToSender, type Answer } from './respond-to-sender';
import { logDiscarded } from './log-discarded';

/** A delivery that starts nothing: the response to its sender, and the words for the owner of n8n. */
export type DiscardedDelivery = DiscardReason & {
	httpStatus: number;
	/** May say less than the reason does. */
	answer: Answer;
	/** For 503 alone. */
	retryAfterSeconds?: number;
};

/** A delivery as far as it matters once it is discarded. */
export type DiscardContext = {
	settings: TriggerSettings;
	rawBody: Uint8Array | undefined;
};

const REPEAT_MS = 60_000;
const MAX_KEYS = 10_000;

/** By workflow, node, reason and body: a sender that repeats itself starts one execution in a minute. */
const emitted = new Throttle(REPEAT_MS, MAX_KEYS);

/**
 * The one way of a delivery that starts nothing: a line in n8n's log, the response to the sender and, if
 * somebody wants to see it, an item of the output Discarded.
 */
export function discardDelivery(
	context: IWebhookFunctions,
	{ settings, rawBody }: DiscardContext,
	discarded: DiscardedDelivery,
): IWebhookResponseData {
	const { httpStatus, answer, retryAfterSeconds } = discarded;
	const isUnderstood = httpStatus === 200 || httpStatus === 400;
	logDiscarded(context, discarded, Date.now(), () =>
		httpStatus === 400 && rawBody !== undefined ? describeBody(rawBody) : '',
	);
	const answered = respondToSender(context, httpStatus, answer, retryAfterSeconds);
	// What is not authentic is a stranger's: it starts no execution, and nobody is shown more than the reason.
	const isWanted = settings.outputsDiscarded && isUnderstood;
	const isEmitted = isListening(context) || (isWanted && !isRepeated(context, discarded, rawBody));
	if (!isEmitted || emitsAlways(context)) return answered;
	const item = buildDiscardedItem(discarded, isUnderstood ? rawBody : undefined);
	return { ...answered, workflowData: [[], [{ json: { ...item } }]] };
}

/** Whether somebody waits in n8n's editor for a test event. */
export function isListening(context: IWebhookFunctions): boolean {
	return context.getMode() === 'manual';
}

function isRepeated(
	context: IWebhookFunctions,
	{ reason }: DiscardReason,
	rawBody: Uint8Array = new Uint8Array(),
): boolean {
	const { id } = context.getNode();
	const key = `${context.getWorkflow().id ?? ''} ${id} ${reason} ${hashBody(rawBody)}`;
	return !emitted.tryStart(key, Date.now());
}

/** With n8n's Always Output Data an empty first output would hand an empty item to what follows it. */
function emitsAlways(context: IWebhookFunctions): boolean {
	return context.getNode().alwaysOutputData === true;
}
