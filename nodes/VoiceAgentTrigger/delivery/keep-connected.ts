import type { IWebhookFunctions } from 'n8n-workflow';
import { Throttle } from '../../../core';
import { chooseCredentialKind, describeThrown, readConnection, refreshIfDue } from '../../shared';

/** Reading a credential costs as much as a delivery. */
const INTERVAL_MS = 60 * 60 * 1000;
const MAX_CREDENTIALS = 1_000;

/** By the id of the credential. */
const throttle = new Throttle(INTERVAL_MS, MAX_CREDENTIALS);

/**
 * Refreshes the token in time, so the refresh token does not expire after 30 idle days (part 8 of the
 * interface document); looks once an hour at most. Best effort: nobody waits for it, and it never
 * throws.
 */
export function keepConnected(context: IWebhookFunctions, now: number): void {
	// A pasted token cannot be refreshed.
	if (chooseCredentialKind(context.getNode()) !== 'voiceAgentOAuth2Api') return;
	const id = context.getNode().credentials?.voiceAgentOAuth2Api?.id;
	if (typeof id !== 'string') return;
	if (!throttle.tryStart(id, now)) return;
	void refresh(context);
}

async function refresh(context: IWebhookFunctions): Promise<void> {
	try {
		await refreshIfDue(context, await readConnection(context));
	} catch (error) {
		context.logger.warn('Voice Agent Trigger could not refresh the token.', {
			reason: describeThrown(error),
		});
	}
}
