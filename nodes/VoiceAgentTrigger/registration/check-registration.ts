import { isTriggerLikeNode, type IHookFunctions } from 'n8n-workflow';
import type { TriggerSettings } from '../../../core';
import { chooseCredentialKind, createNodeError } from '../../shared';
import { readChecks } from '../delivery/read-credential-checks';
import { readSettings } from '../read-settings';
import { planRegistration } from './plan-registration';
import { openRegistrationMemory } from './registration-memory';

/** `checkExists`: true while the registration that this node would make is remembered. */
export async function checkRegistration(context: IHookFunctions): Promise<boolean> {
	requireStorageBeforeResponse(context);
	const settings = readSettings(context);
	if (chooseCredentialKind(context.getNode()) === undefined) {
		requireNoCredential(context, settings);
		return true;
	}
	await requireUsableCredential(context, settings);
	if (settings.registration.isManual) return true;
	const plan = await planRegistration(context, settings.registration);
	return openRegistrationMemory(context).find(plan.fingerprint) !== undefined;
}

/**
 * n8n before 2.8.0 responds to a delivery before it has stored the execution. A node cannot read n8n's
 * version, but n8n-workflow exports this function from the same version on.
 */
function requireStorageBeforeResponse(context: IHookFunctions): void {
	if (typeof isTriggerLikeNode === 'function') return;
	throw createNodeError(context.getNode(), 'n8n-too-old');
}

/** With Authentication None: what would need a credential is named. */
function requireNoCredential(context: IHookFunctions, settings: TriggerSettings): void {
	const { registration, verification } = settings;
	const parameter = !registration.isManual
		? 'Registration'
		: verification.mode === 'require' && 'Verify Deliveries';
	if (parameter === false) return;
	throw createNodeError(context.getNode(), 'credential-not-selected', { parameter });
}

/**
 * What deliveries will need of the credential is checked on publishing: later nobody would notice.
 * Require without an identity server would reject every delivery, and an unusable
 * address, secret or expected claim would fail each one.
 */
async function requireUsableCredential(
	context: IHookFunctions,
	{ verification }: TriggerSettings,
): Promise<void> {
	const { identityServerUrl } = await readChecks(context);
	if (verification.mode === 'require' && identityServerUrl === undefined) {
		throw createNodeError(context.getNode(), 'identity-server-url-missing');
	}
}
