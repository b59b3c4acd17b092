import type { IWebhookFunctions } from 'n8n-workflow';
import { Throttle } from '../../../core';

const QUIET_MS = 60_000;
const MAX_NODES = 1_000;

/** By workflow and node. */
const throttle = new Throttle(QUIET_MS, MAX_NODES);

/** What usually causes a refusal that a wrong setting makes as well as a stranger. */
const USUAL_CAUSES: Readonly<Record<string, string>> = {
	'hmac-missing':
		'Usual cause: the service signs in another header than the one of Options, Signature Header.',
	'hmac-malformed':
		'Usual cause: the header of Options, Signature Header holds something else than the HMAC-SHA256 of the body.',
	'hmac-mismatch':
		'Usual causes: another secret, blanks in the secret as the service has it, the wrong header in Options, Signature Header, or a proxy that rewrites bodies.',
};

/**
 * Tells the owner of n8n that a delivery was refused and what to do, once a minute at most for a
 * node: a stranger must not fill the log. The sender is told nothing of the reason. n8n shows what is
 * not in the message at its log level "debug" alone.
 */
export function logRefusal(
	context: IWebhookFunctions,
	reason: string,
	now: number,
	detail?: string,
): void {
	const workflowId = context.getWorkflow().id;
	const { id, name: node } = context.getNode();
	if (!throttle.tryStart(`${workflowId ?? ''} ${id}`, now)) return;
	const message = [
		`Voice Agent Trigger refused a delivery (${reason}).`,
		detail,
		USUAL_CAUSES[reason],
		`If it came from the service, look up "${reason}" in the page Troubleshooting of the documentation; further refusals within a minute are not logged.`,
	];
	context.logger.warn(message.filter(Boolean).join(' '), { node, workflowId, reason });
}
