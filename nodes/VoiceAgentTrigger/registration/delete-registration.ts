import type { IHookFunctions } from 'n8n-workflow';
import { isPathSegment } from '../../../core';
import { describeThrown, findOutcomeCode, requestService } from '../../shared';
import { readSettings } from '../read-settings';
import { planRegistration, type RegistrationPlan } from './plan-registration';
import {
	findMadeHere,
	openRegistrationMemory,
	type RegistrationMemory,
} from './registration-memory';

/** Statuses that say the service has no such operation or no such webhook: nothing is left to keep. */
const pointlessStatuses = [404, 405];

/**
 * `delete`: the service documents creation alone, so the registration stays and is remembered, unless
 * the user asks to try. Never throws: n8n would then not save what else changed.
 */
export async function deleteRegistration(context: IHookFunctions): Promise<boolean> {
	try {
		const { registration } = readSettings(context);
		if (registration.isManual || !registration.triesToDelete) return true;
		const plan = await planRegistration(context, registration);
		// When a webhook is taken down, n8n does not say whether it is a test's: both memories are asked.
		const memory = openRegistrationMemory(context);
		const remembered = memory.find(plan.fingerprint) ?? findMadeHere(plan.fingerprint);
		if (remembered) return await deleteAtService(context, plan, memory, remembered.id);
		if (!memory.isEmpty()) {
			context.logger.info(
				"Voice Agent Trigger: nothing was deleted at the service, because no webhook is remembered for the node's current address, account, URL and registration body. A webhook that was registered with other values still exists: delete it in the web app.",
			);
		}
	} catch (error) {
		context.logger.warn(
			'Voice Agent Trigger: the webhook stays at the service, because this node could not delete it. Delete it in the web app if nothing uses it.',
			{ reason: describeThrown(error) },
		);
	}
	return true;
}

async function deleteAtService(
	context: IHookFunctions,
	plan: RegistrationPlan,
	memory: RegistrationMemory,
	id: string,
): Promise<true> {
	if (!isPathSegment(id)) {
		context.logger.warn(
			'Voice Agent Trigger: the remembered ID of the webhook cannot be part of an address, so nothing was sent. Delete the webhook in the web app.',
		);
		return true;
	}
	const outcome = await requestService(context, plan.connection, {
		method: 'DELETE',
		url: `${plan.connection.apiBaseUrl}/api/Webhooks/${encodeURIComponent(id)}`,
	});
	const status = outcome.kind === 'response' ? outcome.status : undefined;
	const isDeleted = status !== undefined && status >= 200 && status < 300;
	if (isDeleted || (status !== undefined && pointlessStatuses.includes(status))) {
		memory.forget(plan.fingerprint);
	}
	if (isDeleted) return true;
	context.logger.warn(
		`Voice Agent Trigger: the service did not delete the webhook (${status ?? findOutcomeCode(outcome, plan.connection)}). Delete it in the web app.`,
		{ webhookId: id },
	);
	return true;
}
