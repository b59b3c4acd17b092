import type { IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../../shared/bounded-map';

const quietMilliseconds = 60_000;
const mostRemembered = 1_000;

/** When a refusal was last logged, by workflow and node. */
const loggedAt = new BoundedMap<number>(mostRemembered);

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
	const last = loggedAt.get(key);
	if (last !== undefined && now - last < quietMilliseconds) return;
	loggedAt.set(key, now);
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
