import type { IWebhookFunctions } from 'n8n-workflow';
import { type DiscardReason, Throttle } from '../../../core';

const QUIET_MS = 60_000;
const MAX_KEYS = 10_000;

/** By workflow, node and reason. */
const throttle = new Throttle(QUIET_MS, MAX_KEYS);

/** What usually causes a rejection that a wrong setting makes as well as a stranger. */
const USUAL_CAUSES: Readonly<Record<string, string>> = {
	'hmac-missing':
		'Usual cause: the service sends the signature in another header than the one in the option Signature Header.',
	'hmac-malformed':
		'Usual cause: the header in the option Signature Header does not hold the HMAC-SHA256 of the body.',
	'hmac-mismatch':
		'Usual causes: another secret, spaces in the secret at the service, the wrong header in the option Signature Header, or a proxy that rewrites bodies.',
};

/**
 * Tells the owner of n8n that a delivery starts nothing, and why, once a minute at most for each node
 * and reason, with how many were not told since: a stranger must not fill the log. n8n shows what is not
 * in the message at its log level "debug" alone.
 * @param describe further words, worked out only if the line is written
 */
export function logDiscarded(
	context: IWebhookFunctions,
	{ status, reason, message }: DiscardReason,
	now: number,
	describe: () => string = () => '',
): void {
	const workflowId = context.getWorkflow().id;
	const { id, name: node } = context.getNode();
	const started = throttle.start(`${workflowId ?? ''} ${id} ${reason}`, now);
	if (started === null) return;
	const { suppressed } = started;
	const line = [
		`Voice Agent Trigger ${status === 'rejected' ? status : 'ignored'} a delivery (${reason}).`,
		message,
		describe(),
		USUAL_CAUSES[reason],
		suppressed > 0 ? `${suppressed} more since the last line of this kind.` : '',
		`The Delivery Reasons page of the documentation explains "${reason}".`,
	];
	const text = line.filter(Boolean).join(' ');
	if (status === 'rejected') context.logger.warn(text, { node, workflowId, reason });
	else context.logger.info(text, { node, workflowId, reason });
}
