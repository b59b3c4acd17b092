import type { IWebhookFunctions } from 'n8n-workflow';
import {
	quoteText,
	Throttle,
	type AuthenticatedDelivery,
	type TriggerSettings,
} from '../../../core';
import type { CredentialSettings } from './read-credential-checks';

const QUIET_MS = 24 * 60 * 60 * 1000;
const MAX_NODES = 1_000;

/** By workflow and node. */
const throttle = new Throttle(QUIET_MS, MAX_NODES);

/** The texts of a token are the identity server's, which may be of any length. */
const MAX_SHOWN_CHARACTERS = 200;

/**
 * Tells the owner of n8n, once a day at most for a node, that the token of a delivery verified, and what
 * to enter so only such deliveries pass, unless that has been done. Client and subject are ids and
 * no secrets.
 */
export function logVerified(
	context: IWebhookFunctions,
	{ valid, method, client, subject }: AuthenticatedDelivery['verdict'],
	demanded: CredentialSettings & TriggerSettings['verification'],
	now: number,
): void {
	if (valid !== true || method?.startsWith('jwt') !== true) return;
	const isEnforced = demanded.client !== undefined || demanded.subject !== undefined;
	if (demanded.mode === 'require' && isEnforced) return;
	const workflowId = context.getWorkflow().id;
	const { id, name: node } = context.getNode();
	if (!throttle.tryStart(`${workflowId ?? ''} ${id}`, now)) return;
	const expected = [
		...(client === null ? [] : [`Expected Client ${quoteText(client, MAX_SHOWN_CHARACTERS)}`]),
		...(subject === null ? [] : [`Expected Subject ${quoteText(subject, MAX_SHOWN_CHARACTERS)}`]),
	].join(' and ');
	context.logger.info(
		`Voice Agent Trigger: the token of a delivery is valid. To accept only such deliveries, turn on Check Sender in the credential, enter ${expected || 'what to expect'}, and set Verify Deliveries to Require.`,
		{ node, workflowId },
	);
}
