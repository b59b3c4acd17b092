import type { IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap, type CredentialChecks } from '../../../core';
import {
	chooseCredentialKind,
	readAddress,
	readCredential,
	readDeliveryChecks,
	type NodeContext,
} from '../../shared';

/** What the credential says about deliveries. */
export type CredentialSettings = {
	identityServerUrl?: string;
	issuer?: string;
} & CredentialChecks;

const KEPT_MS = 30_000;
const MAX_KEPT = 1_000;

type Kept = {
	settings: Promise<CredentialSettings>;
	readAt: number;
};

const kept = new BoundedMap<Kept>(MAX_KEPT);

/** Reads what the credential says about deliveries; throws if a field of it is unusable. */
export async function readChecks(context: NodeContext): Promise<CredentialSettings> {
	const credential = await readCredential(context);
	return {
		...readDeliveryChecks(context, credential),
		identityServerUrl: readAddress(context, credential, 'identityServerUrl'),
		issuer: readAddress(context, credential, 'issuer'),
	};
}

/**
 * What the credential says about deliveries, kept for 30 s: n8n decrypts a credential in an expression
 * isolate of its own, which costs as much as all the rest of a delivery. A changed credential takes
 * effect within that time. With Authentication None nothing is said.
 */
export async function readCredentialChecks(
	context: IWebhookFunctions,
	now: number,
): Promise<CredentialSettings> {
	if (chooseCredentialKind(context.getNode()) === undefined) return {};
	const credentials = JSON.stringify(context.getNode().credentials);
	const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id} ${credentials}`;
	const found = kept.get(key);
	if (found !== undefined && now >= found.readAt && now - found.readAt < KEPT_MS) {
		return await found.settings;
	}
	const settings = readChecks(context);
	kept.set(key, { settings, readAt: now });
	// What could not be read is asked for again by the next delivery.
	settings.catch(() => kept.delete(key));
	return await settings;
}
