import type { IHookFunctions } from 'n8n-workflow';
import { createNodeError } from '../../shared/errors/node-errors';
import { hasCredential } from '../../shared/credential/read-credential';
import { readSettings } from '../delivery/verification-settings';
import { readVerificationMode } from '../read-verification-mode';
import { planRegistration } from './plan-registration';
import { openRegistrationMemory } from './registration-memory';

/** Whether n8n registers nothing because nothing is to be registered automatically. */
export function isManual(context: IHookFunctions): boolean {
	return context.getNodeParameter('registration', 'automatic') === 'manual';
}

/**
 * What deliveries will need of the credential is checked on publishing: later nobody would be told.
 * Required verification without an identity server would refuse every delivery, and an unusable
 * address, secret or expected claim would fail each one.
 */
async function requireUsableCredential(context: IHookFunctions): Promise<void> {
	const isRequired = readVerificationMode(context) === 'required';
	if (!isRequired && !hasCredential(context)) return;
	const { identityUrl } = await readSettings(context);
	if (isRequired && identityUrl === undefined) {
		throw createNodeError(context.getNode(), 'identity-address-missing');
	}
}

/** `checkExists`: true while the registration that this node would make is remembered. */
export async function checkRegistration(context: IHookFunctions): Promise<boolean> {
	await requireUsableCredential(context);
	if (isManual(context)) return true;
	const plan = await planRegistration(context);
	return openRegistrationMemory(context).find(plan.fingerprint) !== undefined;
}
