import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { filterConversation } from '../../../core';
import type { AuthenticatedDelivery } from '../../../core';
import { readCollection } from '../read-collection';
import { answerSender } from './answer-sender';
import { authenticate } from './authenticate';
import { claimDelivery } from './claim-delivery';
import { createItems } from './create-items';
import { keepSignInAlive } from './keep-sign-in-alive';
import { logRefusal } from './log-refusal';
import { readEvent } from './read-event';
import type { ReceivedEvent } from './read-event';
import { readFilters } from './read-filters';
import { readRawBody } from './read-raw-body';
import { readCredentialSettings } from './verification-settings';
import type { CredentialSettings } from './verification-settings';

const busyRetryAfterSeconds = 5;

/** A person has to mend the credential first. */
const credentialRetryAfterSeconds = 60;

/**
 * The answer if the credential cannot be read, or holds something unusable: what it demands of a
 * delivery is not known then, so none may pass.
 */
function refuseUnusableCredential(
	context: IWebhookFunctions,
	error: unknown,
): IWebhookResponseData {
	// Only our own error says what is wrong in words that hold no value.
	const detail = error instanceof NodeOperationError ? (error.description ?? '') : '';
	logRefusal(context, 'credential-unusable', Date.now(), detail);
	const answer = { status: 'unavailable', reason: 'credential-unusable' } as const;
	return answerSender(context, 503, answer, credentialRetryAfterSeconds);
}

/** The answer to a delivery that does not verify, `undefined` where it may go on. */
function refuseUnverified(
	context: IWebhookFunctions,
	{ verdict, decision }: AuthenticatedDelivery,
): IWebhookResponseData | undefined {
	if (decision.action === 'accept') return undefined;
	const reason = verdict.reason ?? 'not-verified';
	logRefusal(context, reason, Date.now());
	if (decision.action === 'unavailable') {
		const answer = { status: 'unavailable', reason: 'keys-unavailable' } as const;
		return answerSender(context, 503, answer, decision.retryAfterSeconds);
	}
	const message = 'The delivery is not authenticated.';
	return answerSender(context, 401, { status: 'refused', reason: 'not-authenticated', message });
}

/** Filters, duplicates and output. */
async function emit(
	context: IWebhookFunctions,
	options: IDataObject,
	received: ReceivedEvent,
): Promise<IWebhookResponseData> {
	const { event, conversation, isOther } = received;
	const filters = readFilters(readCollection(context, 'filters'));
	const filtered = isOther ? { passes: true as const } : filterConversation(conversation, filters);
	if (!filtered.passes) {
		return answerSender(context, 200, { status: 'ignored', reason: filtered.reason });
	}
	const items = createItems(context, options, received);
	if (items.length === 0) {
		return answerSender(context, 200, { status: 'ignored', reason: 'nothing-to-emit' });
	}
	const claim = await claimDelivery(context, options, event, conversation);
	if (claim === 'duplicate') {
		return answerSender(context, 200, { status: 'duplicate', id: conversation.id });
	}
	if (claim === 'busy') {
		const answer = { status: 'unavailable', reason: 'still-under-way' } as const;
		return answerSender(context, 503, answer, busyRetryAfterSeconds);
	}
	if (options.keepSignInAlive === true) keepSignInAlive(context, Date.now());
	return {
		workflowData: [items],
		webhookResponse: { status: 'accepted', id: conversation.id },
	};
}

/**
 * One delivery, stage by stage: bytes, authentication, envelope, event name, record, filters,
 * duplicates, output. What is refused or ignored is answered here; what is accepted is answered by
 * n8n once it holds the execution, so that no acknowledged conversation can be lost.
 */
export async function receiveDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const options = readCollection(context, 'options');
	const rawBody = await readRawBody(context);
	let settings: CredentialSettings;
	try {
		settings = await readCredentialSettings(context, Date.now());
	} catch (error) {
		return refuseUnusableCredential(context, error);
	}
	const authenticated = await authenticate(context, options, settings, rawBody);
	const refusal = refuseUnverified(context, authenticated);
	if (refusal !== undefined) return refusal;
	const result = readEvent(rawBody, options);
	if (result.kind === 'refused') {
		const { reason, message } = result;
		return answerSender(context, 400, { status: 'refused', reason, message });
	}
	if (result.kind === 'ignored') {
		return answerSender(context, 200, { status: 'ignored', reason: result.reason });
	}
	const { received } = result;
	const conversation = { ...received.conversation, delivery: authenticated.verdict };
	return await emit(context, options, { ...received, conversation });
}
