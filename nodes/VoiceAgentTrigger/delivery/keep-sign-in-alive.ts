import type { IWebhookFunctions } from 'n8n-workflow';
import { Throttle } from '../../../core';
import { callService, readConnection, chooseCredentialKind } from '../../shared';

const INTERVAL_MS = 24 * 60 * 60 * 1000;
const MAX_CREDENTIALS = 1_000;

/** By the id of the credential. */
const throttle = new Throttle(INTERVAL_MS, MAX_CREDENTIALS);

/**
 * Uses the sign-in at most once in 24 h, so that the refresh token does not end after 30 idle days
 * (part 8 of the interface document). Best effort: nobody waits for it, and it never throws.
 */
export function keepSignInAlive(context: IWebhookFunctions, now: number): void {
	// Nothing keeps a pasted token alive.
	if (chooseCredentialKind(context.getNode()) !== 'voiceAgentOAuth2Api') return;
	const id = context.getNode().credentials?.voiceAgentOAuth2Api?.id;
	if (typeof id !== 'string') return;
	if (!throttle.tryStart(id, now)) return;
	void useSignIn(context);
}

async function useSignIn(context: IWebhookFunctions): Promise<void> {
	try {
		const connection = await readConnection(context);
		await callService(context, connection, {
			method: 'GET',
			url: `${connection.baseUrl}/api/Users/me`,
		});
	} catch (error) {
		context.logger.warn('Voice Agent Trigger could not use the sign-in to keep it alive.', {
			reason: error instanceof Error ? error.message : typeof error,
		});
	}
}
