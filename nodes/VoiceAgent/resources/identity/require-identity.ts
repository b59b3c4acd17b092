import type { IExecuteFunctions } from 'n8n-workflow';
import { type Connection, readConnection, throwNodeError } from '../../../shared';

/** A connection whose credential names an identity server. */
export type IdentityConnection = Connection & { identityUrl: string };

/** Reads the connection; throws where the credential names no identity server. */
export async function requireIdentity(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<IdentityConnection> {
	const connection = await readConnection(context);
	const { identityUrl } = connection;
	if (identityUrl === undefined) {
		throwNodeError(context, 'identity-address-missing', { itemIndex });
	}
	return { ...connection, identityUrl };
}
