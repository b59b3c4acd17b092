import type { IWebhookFunctions } from 'n8n-workflow';

const quietMilliseconds = 60_000;
const mostRemembered = 1_000;

/** When a refusal was last logged, by workflow and node. */
const loggedAt = new Map<string, number>();

/**
 * Tells the owner of n8n that a delivery was refused and what to do, once a minute at most for a
 * node: a stranger must not fill the log. The sender is told nothing of the reason.
 */
export function logRefusal(context: IWebhookFunctions, reason: string, now: number): void {
	const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
	const last = loggedAt.get(key);
	if (last !== undefined && now - last < quietMilliseconds) return;
	loggedAt.delete(key);
	loggedAt.set(key, now);
	const [oldest] = loggedAt.keys();
	if (loggedAt.size > mostRemembered && oldest !== undefined) loggedAt.delete(oldest);
	context.logger.warn(
		`Voice Agent Trigger refused a delivery (${reason}). If it came from the service, look up "${reason}" in the page Troubleshooting of the documentation; further refusals within a minute are not logged.`,
		{ node: context.getNode().name, workflowId: context.getWorkflow().id, reason },
	);
}
