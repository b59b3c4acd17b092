import type { IHookFunctions } from 'n8n-workflow';
import type { VerificationMode } from '../../../core';
import { createNodeError, hasCredential } from '../../shared';
import { readChecks } from '../delivery/read-credential-checks';
import { readSettings } from '../read-settings';
import { planRegistration } from './plan-registration';
import { openRegistrationMemory } from './registration-memory';

/** `checkExists`: true while the registration that this node would make is remembered. */
export async function checkRegistration(context: IHookFunctions): Promise<boolean> {
	const { registration, verification } = readSettings(context);
	await requireUsableCredential(context, verification.mode);
	if (registration.isManual) return true;
	const plan = await planRegistration(context, registration);
	return openRegistrationMemory(context).find(plan.fingerprint) !== undefined;
}

/**
 * What deliveries will need of the credential is checked on publishing: later nobody would notice.
 * Require without an identity server would refuse every delivery, and an unusable
 * address, secret or expected claim would fail each one.
 */
async function requireUsableCredential(
	context: IHookFunctions,
	mode: VerificationMode,
): Promise<void> {
	const isRequired = mode === 'required';
	if (!isRequired && !hasCredential(context)) return;
	const { identityUrl } = await readChecks(context);
	if (isRequired && identityUrl === undefined) {
		throw createNodeError(context.getNode(), 'identity-address-missing');
	}
}
