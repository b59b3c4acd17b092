import type { IHookFunctions } from 'n8n-workflow';
import {
	decodeUnverifiedTokenClaims,
	fingerprintRegistration,
	type RegistrationAccount,
	type TriggerSettings,
} from '../../../core';
import {
	readConnection,
	type Connection,
	createNodeError,
	createRegistrationBody,
} from '../../shared';

/** What a registration of this node would be, and the fingerprint it is remembered by. */
export type RegistrationPlan = {
	connection: Connection;
	webhookUrl: string;
	body: Record<string, unknown>;
	fingerprint: string;
};

/** Throws if the credential, the URL or the body is unusable: activation then says why. */
export async function planRegistration(
	context: IHookFunctions,
	settings: TriggerSettings['registration'],
): Promise<RegistrationPlan> {
	const connection = await readConnection(context);
	const webhookUrl = context.getNodeWebhookUrl('default');
	if (webhookUrl === undefined) throw createNodeError(context.getNode(), 'webhook-url-missing');
	const body = createRegistrationBody(context, webhookUrl, settings.body, settings.events);
	const fingerprint = fingerprintRegistration({
		apiBaseUrl: connection.apiBaseUrl,
		account: readAccount(connection),
		webhookUrl,
		body,
		revision: settings.revision,
	});
	return { connection, webhookUrl, body, fingerprint };
}

/** Whose webhook it is. We assume that it belongs to the user who made it; no part of the interface document says so. */
function readAccount(connection: Connection): RegistrationAccount {
	const claims = decodeUnverifiedTokenClaims(connection.accessToken);
	return typeof claims?.iss === 'string' && typeof claims.sub === 'string'
		? { issuer: claims.iss, subject: claims.sub }
		: { credentialId: connection.credentialId ?? '' };
}
