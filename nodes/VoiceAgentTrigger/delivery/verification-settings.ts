import type { IWebhookFunctions } from 'n8n-workflow';
import type { DeliveryAuthentication } from '../../../core';
import { BoundedMap } from '../../shared/bounded-map';
import { readAddress } from '../../shared/credential/connection';
import { hasCredential, readCredential, readText } from '../../shared/credential/read-credential';

/** What the credential says about deliveries. */
export type CredentialSettings = Pick<
	DeliveryAuthentication,
	'identityUrl' | 'audience' | 'client' | 'subject' | 'signingSecret'
>;

const keptMilliseconds = 30_000;
const mostKept = 1_000;

interface Kept {
	settings: Promise<CredentialSettings>;
	readAt: number;
}

const kept = new BoundedMap<Kept>(mostKept);

async function readSettings(context: IWebhookFunctions): Promise<CredentialSettings> {
	const credential = await readCredential(context);
	const { signingSecret, expectedAudience, expectedClient, expectedSubject } = credential.data;
	return {
		identityUrl: readAddress(context, credential, 'identityUrl'),
		audience: readText(expectedAudience),
		client: readText(expectedClient),
		subject: readText(expectedSubject),
		signingSecret: typeof signingSecret === 'string' ? signingSecret : undefined,
	};
}

/**
 * What the credential says about deliveries, kept for 30 s: n8n decrypts a credential in an expression
 * isolate of its own, which costs as much as all the rest of a delivery. A changed credential takes
 * effect within that time. Without a credential nothing is said.
 */
export async function readCredentialSettings(
	context: IWebhookFunctions,
	now: number,
): Promise<CredentialSettings> {
	if (!hasCredential(context)) return {};
	const credentials = JSON.stringify(context.getNode().credentials);
	const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id} ${credentials}`;
	const found = kept.get(key);
	if (found !== undefined && now >= found.readAt && now - found.readAt < keptMilliseconds) {
		return await found.settings;
	}
	const settings = readSettings(context);
	kept.set(key, { settings, readAt: now });
	// What could not be read is asked for again by the next delivery.
	settings.catch(() => kept.delete(key));
	return await settings;
}
