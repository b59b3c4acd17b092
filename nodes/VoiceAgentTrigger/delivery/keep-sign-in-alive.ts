import type { IWebhookFunctions } from 'n8n-workflow';
import { callService } from '../../shared/call-service';
import { readConnection } from '../../shared/connection';

const intervalMilliseconds = 24 * 60 * 60 * 1000;
const mostRemembered = 1_000;

/** When a credential was last used for this, by its id. */
const usedAt = new Map<string, number>();

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

/**
 * Uses the sign-in at most once in 24 h, so that the refresh token does not end after 30 idle days
 * (part 8 of the interface document). Best effort: nobody waits for it, and it never throws.
 */
export function keepSignInAlive(context: IWebhookFunctions, now: number): void {
	const { credentials = {} } = context.getNode();
	const id = Object.values(credentials)[0]?.id;
	if (typeof id !== 'string') return;
	const last = usedAt.get(id);
	if (last !== undefined && now - last < intervalMilliseconds) return;
	usedAt.set(id, now);
	const [oldest] = usedAt.keys();
	if (usedAt.size > mostRemembered && oldest !== undefined) usedAt.delete(oldest);
	void useSignIn(context);
}
