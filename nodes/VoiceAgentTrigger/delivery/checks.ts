import type { IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../../../core/memory';
import { readIdentityServer } from '../../shared/addresses';
import { type CredentialKind, readCredential, readDeliveryChecks } from '../../shared/credential';
import { identifyNode } from '../../shared/log';

const MAX_AGE_MS = 30_000;

const recentChecks = new BoundedMap<{ checks: Promise<CredentialChecks>; readAtMs: number }>();

/**
 * What the credential demands of deliveries; nothing with the option Without Credential. Throws if a field is
 * unusable. Kept for 30 s: n8n decrypts a credential in an expression isolate of its own, which costs as
 * much as all the rest of a delivery.
 */
export async function readCredentialChecks(
	context: IWebhookFunctions,
	kind: CredentialKind | undefined,
): Promise<CredentialChecks> {
	if (kind === undefined) return {};
	const key = `${identifyNode(context)} ${JSON.stringify(context.getNode().credentials)}`;
	const recent = recentChecks.get(key);
	const now = Date.now();
	if (recent !== undefined && now >= recent.readAtMs && now - recent.readAtMs < MAX_AGE_MS) {
		return await recent.checks;
	}
	const checks = readChecks(context, kind);
	recentChecks.set(key, { checks, readAtMs: now });
	// What could not be read is asked for again by the next delivery.
	checks.catch(() => recentChecks.delete(key));
	return await checks;
}

async function readChecks(context: IWebhookFunctions, kind: CredentialKind) {
	const credential = await readCredential(context, kind);
	return { ...readDeliveryChecks(context, credential), ...readIdentityServer(context, credential) };
}

export type CredentialChecks = Partial<Awaited<ReturnType<typeof readChecks>>>;
