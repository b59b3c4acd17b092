import type { IHookFunctions } from 'n8n-workflow';
import { planRegistration } from './plan-registration';
import { openRegistrationMemory } from './registration-memory';

/** Whether n8n registers nothing because nothing is to be registered automatically. */
export function isManual(context: IHookFunctions): boolean {
	return context.getNodeParameter('registration', 'automatic') === 'manual';
}

/** `checkExists`: true while the registration that this node would make is remembered. */
export async function checkRegistration(context: IHookFunctions): Promise<boolean> {
	if (isManual(context)) return true;
	const plan = await planRegistration(context);
	return openRegistrationMemory(context).find(plan.fingerprint) !== undefined;
}
