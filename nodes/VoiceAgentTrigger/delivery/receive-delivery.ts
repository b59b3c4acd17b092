import {
	NodeOperationError,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import {
	authenticateDelivery,
	decideDelivery,
	type DeliveryEvent,
	type TriggerSettings,
} from '../../../core';
import { useIdentityKeys } from '../../shared';
import { readSettings } from '../read-settings';
import { answerSender } from './answer-sender';
import { claimDelivery } from './claim-delivery';
import { keepSignInAlive } from './keep-sign-in-alive';
import { logRefusal } from './log-refusal';
import { logVerified } from './log-verified';
import { readCredentialChecks, type CredentialSettings } from './read-credential-checks';
import { readRequest } from './read-request';
import { startDeadline } from './start-deadline';

const BUSY_RETRY_AFTER_SECONDS = 5;

/** A person has to mend the credential first. */
const CREDENTIAL_RETRY_AFTER_SECONDS = 60;

/**
 * One delivery: request, credential, authentication, decision, duplicates, answer. What is refused or
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
		return refuseUnusableCredential(context, error);
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
	if (decision.action === 'accept') logVerified(context, verdict, demanded, Date.now());
	// The sender is not told why, so the log has to.
	else logRefusal(context, verdict.reason ?? 'not-verified', Date.now());
	const outcome = decideDelivery({ body: request.rawBody ?? '', authentication }, settings);
	if (outcome.kind === 'event') return await emit(context, settings, outcome, deadline);
	const { reason, message } = outcome;
	if (outcome.kind === 'ignored') return answerSender(context, 200, { status: 'ignored', reason });
	const { httpStatus, retryAfterSeconds } = outcome;
	return httpStatus === 503
		? answerSender(context, 503, { status: 'unavailable', reason }, retryAfterSeconds)
		: answerSender(context, httpStatus, { status: 'refused', reason, message });
}

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
	return answerSender(context, 503, answer, CREDENTIAL_RETRY_AFTER_SECONDS);
}

/** Hands the items to n8n, unless the delivery is a duplicate. */
async function emit(
	context: IWebhookFunctions,
	{ duplicateWindow, keepSignInAlive: isKeptAlive }: TriggerSettings,
	event: DeliveryEvent,
	deadline: () => Promise<void>,
): Promise<IWebhookResponseData> {
	const { id } = event.conversation;
	const claim = await claimDelivery(context, event, duplicateWindow, deadline);
	if (claim === 'duplicate') return answerSender(context, 200, { status: 'duplicate', id });
	if (claim === 'busy') {
		const answer = { status: 'unavailable', reason: 'still-under-way' } as const;
		return answerSender(context, 503, answer, BUSY_RETRY_AFTER_SECONDS);
	}
	if (isKeptAlive) keepSignInAlive(context, Date.now());
	return {
		workflowData: [event.items.map((json) => ({ json: { ...json } }))],
		webhookResponse: { status: 'accepted', id },
	};
}
