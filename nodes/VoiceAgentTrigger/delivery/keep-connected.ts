import type { IWebhookFunctions } from 'n8n-workflow';
import { createThrottle } from '../../../core/memory';
import { type CredentialKind, readConnection, readCredential } from '../../shared/credential';
import { describeThrown } from '../../shared/errors';
import { refreshIfDue } from '../../shared/http/access-token';
import { log, quote } from '../../shared/log';
import { readKeepConnected } from '../settings';

/** By the id of the credential, once an hour: reading it costs as much as a delivery. */
const refreshThrottle = createThrottle(60 * 60 * 1000);

/** Keeps the refresh token alive beyond 30 idle days (part 8). Runs in the background; never throws. */
export function keepConnected(context: IWebhookFunctions, kind: CredentialKind | undefined): void {
	// A pasted token cannot be refreshed.
	if (kind !== 'voiceAgentOAuth2Api') return;
	const { id, name = '' } = context.getNode().credentials?.voiceAgentOAuth2Api ?? {};
	if (typeof id !== 'string' || refreshThrottle.start(id, Date.now()) === null) return;
	const refresh = async () => {
		if (!readKeepConnected(context)) return;
		const credential = await readCredential(context, kind);
		await refreshIfDue(context, await readConnection(context, credential));
	};
	refresh().catch((error: unknown) => {
		const text = `could not refresh the token of the credential ${quote(name)}. ${describeThrown(error)}`;
		log(context, 'warn', text);
	});
}
