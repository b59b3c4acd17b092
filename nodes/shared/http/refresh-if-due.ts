import { isRefreshDue } from '../../../core';
import type { Connection } from '../credential/connection';
import { findSignInLife } from '../credential/sign-in-end';
import { throwNodeError } from '../errors/node-errors';
import type { NodeContext } from '../node-context';
import { describeOutcome } from './describe-outcome';
import { findOutcomeCode } from './find-outcome-code';
import { refreshTokens } from './refresh-tokens';

type RefreshOptions = {
	itemIndex?: number;
	/** Whether to refresh in any case. */
	always?: boolean;
};

/**
 * Refreshes the token after half of the refresh token's time, or after 7 days if it names no expiry; throws if that
 * fails. A pasted access token cannot be refreshed.
 */
export async function refreshIfDue(
	context: NodeContext,
	connection: Connection,
	{ itemIndex, always = false }: RefreshOptions = {},
): Promise<{ refreshed: boolean; connection: Connection }> {
	const life = findSignInLife(connection);
	if (life === undefined) throwNodeError(context, 'oauth2-only', { itemIndex });
	if (!always && !isRefreshDue(life, Date.now())) return { refreshed: false, connection };
	const refresh = await refreshTokens(context, connection);
	if (refresh.success) return { refreshed: true, connection: refresh.connection };
	throwNodeError(context, findOutcomeCode(refresh.outcome, connection), {
		itemIndex,
		...describeOutcome(refresh.outcome, connection),
	});
}
