import type { IWebhookFunctions } from 'n8n-workflow';
import { Throttle } from '../../../core';

const QUIET_MS = 60_000;
const MAX_NODES = 1_000;

/** By workflow and node. */
const throttle = new Throttle(QUIET_MS, MAX_NODES);

/**
 * Tells the owner of n8n that a delivery was refused and what to do, once a minute at most for a
 * node: a stranger must not fill the log. The sender is told nothing of the reason.
 */
export function logRefusal(
	context: IWebhookFunctions,
	reason: string,
	now: number,
	detail?: string,
): void {
	const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
	if (!throttle.tryStart(key, now)) return;
	context.logger.warn(
		`Voice Agent Trigger refused a delivery (${reason}). If it came from the service, look up "${reason}" in the page Troubleshooting of the documentation; further refusals within a minute are not logged.`,
		{
			node: context.getNode().name,
			workflowId: context.getWorkflow().id,
			reason,
			...(detail && { detail }),
		},
	);
}
