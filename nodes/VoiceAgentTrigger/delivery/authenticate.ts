import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { authenticateDelivery } from '../../../core';
import type { AuthenticatedDelivery, VerificationMode } from '../../../core';
import { useIdentityKeys } from '../../shared/identity-keys';
import { readText } from '../../shared/read-credential';
import { readProperty } from '../../shared/read-property';
import { readCredentialSettings } from './verification-settings';

/** The value of the parameter Verify Deliveries. */
export function readVerificationMode(value: unknown): VerificationMode {
	return value === 'required' || value === 'off' ? value : 'report';
}

/** Authenticates a delivery on its raw bytes, as the credential and the node ask for. */
export async function authenticate(
	context: IWebhookFunctions,
	options: IDataObject,
	rawBody: Buffer | undefined,
): Promise<AuthenticatedDelivery> {
	const now = Date.now();
	const mode = readVerificationMode(context.getNodeParameter('verifyDeliveries', 'report'));
	const settings = await readCredentialSettings(context, now);
	const rawHeaders = readProperty(context.getRequestObject(), 'rawHeaders');
	return await authenticateDelivery(
		{
			rawBody,
			headers: context.getHeaderData(),
			rawHeaders: Array.isArray(rawHeaders) ? rawHeaders.map(String) : undefined,
		},
		{ ...settings, mode, signatureHeader: readText(options.signatureHeader) },
		useIdentityKeys(context),
		now,
	);
}
