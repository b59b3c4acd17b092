import { isRenewalDue } from '../../../core';
import type { Connection } from '../credential/connection';
import { findSignInLife } from '../credential/sign-in-end';
import { throwNodeError } from '../errors/node-errors';
import type { NodeContext } from '../node-context';
import { describeOutcome } from './describe-outcome';
import { findOutcomeCode } from './find-outcome-code';
import { renewSignIn } from './renew-sign-in';

type RenewOptions = {
	itemIndex?: number;
	/** Whether to renew in any case. */
	always?: boolean;
};

/**
 * Renews the sign-in if half its life is over, or after 7 days if it names no end; throws if that
 * fails. A pasted access token cannot be renewed.
 */
export async function renewIfDue(
	context: NodeContext,
	connection: Connection,
	{ itemIndex, always = false }: RenewOptions = {},
): Promise<{ renewed: boolean; connection: Connection }> {
	const life = findSignInLife(connection);
	if (life === undefined) throwNodeError(context, 'oauth2-only', { itemIndex });
	if (!always && !isRenewalDue(life, Date.now())) return { renewed: false, connection };
	const renewal = await renewSignIn(context, connection);
	if (renewal.success) return { renewed: true, connection: renewal.connection };
	throwNodeError(context, findOutcomeCode(renewal.outcome, connection), {
		itemIndex,
		...describeOutcome(renewal.outcome, connection),
	});
}
