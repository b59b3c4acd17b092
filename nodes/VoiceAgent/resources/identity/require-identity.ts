import type { IExecuteFunctions } from 'n8n-workflow';
import { type Connection, type IdentityServer, readConnection } from '../../../shared/credential';
import { throwNodeError } from '../../../shared/errors';

/** A connection whose credential names an identity server. */
export type IdentityConnection = Connection & IdentityServer;

/** Reads the connection; throws if the credential names no identity server. */
export async function requireIdentity(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<IdentityConnection> {
	const connection = await readConnection(context);
	const { identityServerUrl, issuer } = connection;
	if (identityServerUrl === undefined || issuer === undefined) {
		throwNodeError(context, 'identity-server-url-missing', { itemIndex });
	}
	return { ...connection, identityServerUrl, issuer };
}
