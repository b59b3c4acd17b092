import type { IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap, createThrottle } from '../../../core/memory';
import { readIdentityServer } from '../../shared/addresses';
import {
	type CredentialKind,
	readConnection,
	readCredential,
	readDeliveryChecks,
} from '../../shared/credential';
import { describeThrown } from '../../shared/errors';
import { refreshIfDue } from '../../shared/http/call-service';
import { log, quote } from '../../shared/log';
import { readKeepConnected } from '../settings';

/** How long checks are kept: n8n creates an isolate for each read, which takes up to 41 % of a delivery. */
const MAX_AGE_MS = 30_000;

const recentChecks = new BoundedMap<{ checks: Promise<CredentialChecks>; readAtMs: number }>();

/** Kept by credential, so that all its triggers follow a change at once. Throws if a field is unusable. */
export async function readCredentialChecks(
	context: IWebhookFunctions,
	kind: CredentialKind | undefined,
): Promise<CredentialChecks> {
	if (kind === undefined) return {};
	const { credentials } = context.getNode();
	const key = `${kind} ${JSON.stringify(credentials?.[kind])}`;
	const recent = recentChecks.get(key);
	const now = Date.now();
	if (recent !== undefined && now >= recent.readAtMs && now - recent.readAtMs < MAX_AGE_MS) {
		return await recent.checks;
	}
	const checks = readChecks(context, kind);
	recentChecks.set(key, { checks, readAtMs: now });
	// After a failure the next delivery reads the credential again.
	checks.catch(() => recentChecks.delete(key));
	return await checks;
}

async function readChecks(context: IWebhookFunctions, kind: CredentialKind) {
	const credential = await readCredential(context, kind);
	return { ...readDeliveryChecks(context, credential), ...readIdentityServer(context, credential) };
}

export type CredentialChecks = Partial<Awaited<ReturnType<typeof readChecks>>>;

/** At most one look an hour, for each credential, whether a refresh is due. */
const refreshThrottle = createThrottle(60 * 60 * 1000);

/** In the background, if due: a refresh token expires after 30 days without a refresh (part 8). Never throws. */
export function keepConnected(context: IWebhookFunctions, kind: CredentialKind | undefined): void {
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
