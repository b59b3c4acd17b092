import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { authenticateDelivery } from '../../../core';
import type {
	AuthenticatedDelivery,
	DeliveryAuthentication,
	VerificationMode,
} from '../../../core';
import { readAddress } from '../../shared/connection';
import { useIdentityKeys } from '../../shared/identity-keys';
import { hasCredential, readCredential, readText } from '../../shared/read-credential';
import { readProperty } from '../../shared/read-property';

/** The value of the parameter Verify Deliveries. */
export function readVerificationMode(value: unknown): VerificationMode {
	return value === 'required' || value === 'off' ? value : 'report';
}

async function readSettings(
	context: IWebhookFunctions,
	options: IDataObject,
): Promise<DeliveryAuthentication> {
	const mode = readVerificationMode(context.getNodeParameter('verifyDeliveries', 'report'));
	if (!hasCredential(context)) return { mode };
	const credential = await readCredential(context);
	const expected = (name: string) => readText(readProperty(credential.data.options, name));
	const { signingSecret } = credential.data;
	return {
		mode,
		identityUrl: readAddress(context, credential, 'identityUrl'),
		audience: expected('expectedAudience'),
		client: expected('expectedClient'),
		subject: expected('expectedSubject'),
		signingSecret: typeof signingSecret === 'string' ? signingSecret : undefined,
		signatureHeader: readText(options.signatureHeader),
	};
}

/** Authenticates a delivery on its raw bytes, as the credential and the node ask for. */
export async function authenticate(
	context: IWebhookFunctions,
	options: IDataObject,
	rawBody: Buffer | undefined,
): Promise<AuthenticatedDelivery> {
	const rawHeaders = readProperty(context.getRequestObject(), 'rawHeaders');
	return await authenticateDelivery(
		{
			rawBody,
			headers: context.getHeaderData(),
			rawHeaders: Array.isArray(rawHeaders) ? rawHeaders.map(String) : undefined,
		},
		await readSettings(context, options),
		useIdentityKeys(context),
		Date.now(),
	);
}
