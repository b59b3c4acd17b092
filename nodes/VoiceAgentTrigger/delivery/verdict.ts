import type { IWebhookFunctions } from 'n8n-workflow';
import type { AuthenticatedDelivery } from '../../../core/delivery/authenticate';
import { createThrottle } from '../../../core/memory';
import { joinSentences } from '../../shared/errors';
import { identifyNode, log, quote } from '../../shared/log';
import type { DeliverySettings } from '../settings';
import type { CredentialChecks } from './checks';

/** By workflow and node, once a day. */
const adviceThrottle = createThrottle(24 * 60 * 60 * 1000);

/** Says that a token is valid, and what to enter to require it. Client and subject are no secrets. */
export function logVerified(
	context: IWebhookFunctions,
	{ valid, method, client, subject }: AuthenticatedDelivery['verdict'],
	demanded: CredentialChecks & DeliverySettings['verification'],
): void {
	if (valid !== true || method?.startsWith('jwt') !== true) return;
	const isEnforced = demanded.client !== undefined || demanded.subject !== undefined;
	if (demanded.mode === 'require' && isEnforced) return;
	if (adviceThrottle.start(identifyNode(context), Date.now()) === null) return;
	const expected = [
		client !== null && `Expected Client ${quote(client)}`,
		subject !== null && `Expected Subject ${quote(subject)}`,
	];
	const what = expected.filter(Boolean).join(' and ') || 'what to expect';
	const text = `the token of a delivery is valid. To accept only such deliveries, turn on Check Sender in the credential, enter ${what}, and set Verify Deliveries to Require.`;
	log(context, 'info', text);
}

/** Where a token with a valid signature differs from the credential, for the owner of n8n alone. */
export function explainMismatch(
	{ issuer, ...named }: AuthenticatedDelivery['verdict'],
	demanded: CredentialChecks,
): string {
	if (issuer === null) return '';
	const differences = (['audience', 'client', 'subject'] as const).map((claim) => {
		const [expected, came] = [demanded[claim], [named[claim] ?? []].flat()];
		if (expected === undefined || came.includes(expected)) return false;
		const shown = came.map(quote).join(', ') || 'none';
		return `The ${claim} of its token is ${shown}, but ${quote(expected)} is expected`;
	});
	return joinSentences(...differences);
}
