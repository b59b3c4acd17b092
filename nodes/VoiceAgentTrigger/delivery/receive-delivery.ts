import {
	NodeOperationError,
	sleep,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import {
	authenticateDelivery,
	decideDelivery,
	type DeliveryEvent,
	type DeliveryOutcome,
	type TriggerSettings,
} from '../../../core';
import { tellInMessage, useIdentityKeys } from '../../shared';
import { readSettings } from '../read-settings';
import type { Answer } from './respond-to-sender';
import { claimDelivery } from './claim-delivery';
import {
	type DiscardContext,
	type DiscardedDelivery,
	discardDelivery,
	isListening,
} from './discard-delivery';
import { keepConnected } from './keep-connected';
import { logVerified } from './log-verified';
import { readCredentialChecks, type CredentialSettings } from './read-credential-checks';
import { readRequest } from './read-request';

const BUSY_RETRY_AFTER_SECONDS = 5;

/**
 * How long a sender waits for others, in all: for the keys of the identity server, and for an equal
 * delivery under way. Senders of this kind give up after 5 to 10 s, and n8n needs time as well.
 */
const MAX_WAIT_MS = 3_500;

/** A person has to mend the credential first. */
const CREDENTIAL_RETRY_AFTER_SECONDS = 60;

/**
 * One delivery: request, credential, authentication, decision, duplicates, answer. What is rejected or
 * ignored is answered here; what is accepted is answered by n8n once it holds the execution, so no
 * acknowledged conversation can be lost.
 */
export async function receiveDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const settings = readSettings(context);
	const request = await readRequest(context);
	// Not before the sender has said everything: until then it keeps us waiting.
	const deadline = startDeadline(Date.now());
	let checks: CredentialSettings;
	try {
		checks = await readCredentialChecks(context, Date.now());
	} catch (error) {
		return rejectUnusableCredential(context, settings, error);
	}
	const demanded = { ...checks, ...settings.verification };
	const authentication = await authenticateDelivery(
		request,
		demanded,
		useIdentityKeys(context, deadline),
		// Not before the credential was read, which may take a while: the keys' cache compares moments.
		Date.now(),
	);
	const { decision, verdict } = authentication;
	const body = request.rawBody ?? '';
	const outcome = decideDelivery({ body, authentication }, settings);
	if (decision.action === 'accept') logVerified(context, verdict, demanded, Date.now());
	const received = { settings, rawBody: request.rawBody };
	if (outcome.kind === 'event') {
		return await emit(context, received, outcome, deadline);
	}
	// The sender of a delivery that is not authentic is not told why, so the log has to.
	const reason = decision.action === 'accept' ? outcome.reason : (verdict.reason ?? 'not-verified');
	return discardDelivery(context, received, { ...answerOutcome(outcome), reason });
}

/**
 * The one deadline of a delivery that came at this moment, for everything that it waits for. Each call
 * of the function waits for what is left of it.
 */
function startDeadline(nowMs: number): () => Promise<void> {
	return async () => await sleep(Math.max(0, nowMs + MAX_WAIT_MS - Date.now()));
}

/** The response to the sender, and the words for the log. */
function answerOutcome(outcome: Exclude<DeliveryOutcome, DeliveryEvent>): DiscardedDelivery {
	const { reason, message } = outcome;
	if (outcome.kind === 'ignored') {
		const { kind: status, finding } = outcome;
		return { status, httpStatus: 200, answer: { status, reason }, reason, message, finding };
	}
	const { kind: status, httpStatus, retryAfterSeconds } = outcome;
	const answer: Answer =
		httpStatus === 503 ? { status: 'unavailable', reason } : { status, reason, message };
	return { status, httpStatus, answer, retryAfterSeconds, reason, message };
}

/**
 * The response if the credential cannot be read, or holds something unusable: what it demands of a
 * delivery is not known then, so none may pass.
 */
function rejectUnusableCredential(
	context: IWebhookFunctions,
	settings: TriggerSettings,
	error: unknown,
): IWebhookResponseData {
	// Only our own error says what is wrong in words that hold no value.
	const reason = 'credential-unusable';
	return discardDelivery(
		context,
		{ settings, rawBody: undefined },
		{
			status: 'rejected',
			httpStatus: 503,
			answer: { status: 'unavailable', reason },
			retryAfterSeconds: CREDENTIAL_RETRY_AFTER_SECONDS,
			reason,
			message:
				error instanceof NodeOperationError
					? tellInMessage(error).message
					: 'The credential cannot be used.',
		},
	);
}

/** Hands the items to n8n, unless the delivery is a duplicate. */
async function emit(
	context: IWebhookFunctions,
	received: DiscardContext,
	event: DeliveryEvent,
	deadline: () => Promise<void>,
): Promise<IWebhookResponseData> {
	const { id } = event.conversation;
	const { settings } = received;
	// Who waits in the editor may send the same conversation again and again.
	const claim = isListening(context)
		? 'first'
		: await claimDelivery(context, event, settings.ignoreDuplicates, deadline);
	if (claim === 'duplicate') {
		return discardDelivery(context, received, {
			status: 'duplicate',
			httpStatus: 200,
			answer: { status: 'duplicate', id },
			reason: 'duplicate',
			message: 'The same delivery was already accepted.',
		});
	}
	if (claim === 'busy') {
		const reason = 'still-under-way';
		return discardDelivery(context, received, {
			status: 'rejected',
			httpStatus: 503,
			answer: { status: 'unavailable', reason },
			retryAfterSeconds: BUSY_RETRY_AFTER_SECONDS,
			reason,
			message: 'The same delivery is still being processed.',
		});
	}
	if (settings.keepConnected) keepConnected(context, Date.now());
	return {
		workflowData: [event.items.map((json) => ({ json: { ...json } }))],
		webhookResponse: { status: 'accepted', id },
	};
}
