import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { authenticateDelivery } from '../../../core';
import type { AuthenticatedDelivery } from '../../../core';
import { useIdentityKeys } from '../../shared/http/identity-keys';
import { readText } from '../../shared/credential/read-credential';
import { readProperty } from '../../shared/parameters/read-property';
import { readVerificationMode } from '../read-verification-mode';
import type { CredentialSettings } from './verification-settings';

/** Authenticates a delivery on its raw bytes, as the credential and the node ask for. */
export async function authenticate(
	context: IWebhookFunctions,
	options: IDataObject,
	settings: CredentialSettings,
	rawBody: Buffer | undefined,
): Promise<AuthenticatedDelivery> {
	const mode = readVerificationMode(context);
	const rawHeaders = readProperty(context.getRequestObject(), 'rawHeaders');
	return await authenticateDelivery(
		{
			rawBody,
			headers: context.getHeaderData(),
			rawHeaders: Array.isArray(rawHeaders) ? rawHeaders.map(String) : undefined,
		},
		{ ...settings, mode, signatureHeader: readText(options.signatureHeader) },
		useIdentityKeys(context),
		// Not before the credential was read, which may take a while: the keys' cache compares moments.
		Date.now(),
	);
}
