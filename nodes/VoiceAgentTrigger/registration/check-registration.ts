import type { IHookFunctions } from 'n8n-workflow';
import { readAddress } from '../../shared/connection';
import { createNodeError } from '../../shared/node-errors';
import { readCredential } from '../../shared/read-credential';
import { planRegistration } from './plan-registration';
import { openRegistrationMemory } from './registration-memory';

/** Whether n8n registers nothing because nothing is to be registered automatically. */
export function isManual(context: IHookFunctions): boolean {
	return context.getNodeParameter('registration', 'automatic') === 'manual';
}

/** Required verification without an identity server would refuse every delivery: say so on publishing. */
async function requireKeys(context: IHookFunctions): Promise<void> {
	if (context.getNodeParameter('verifyDeliveries', 'report') !== 'required') return;
	const credential = await readCredential(context);
	if (readAddress(context, credential, 'identityUrl') === undefined) {
		throw createNodeError(context.getNode(), 'identity-address-missing');
	}
}

/** `checkExists`: true while the registration that this node would make is remembered. */
export async function checkRegistration(context: IHookFunctions): Promise<boolean> {
	await requireKeys(context);
	if (isManual(context)) return true;
	const plan = await planRegistration(context);
	return openRegistrationMemory(context).find(plan.fingerprint) !== undefined;
}
