import type { IDataObject } from 'n8n-workflow';
import { isObject, repairTexts } from '../../../core/json';
import { checkAccessToken } from './access-token';
import { type Connection, readConnection } from '../credential';
import type { ErrorCode } from '../error-catalog';
import { type NodeContext, throwNodeError } from '../errors';
import type { ServiceResponse } from './response';
import { sendWithToken } from './retry';
import { type HttpRequest, sendAuthenticated } from './transport';

/** Sends an authenticated request, again if that is safe. Throws only if the credential cannot be read. */
export async function requestService(
	context: NodeContext,
	connection: Connection,
	request: HttpRequest,
): Promise<ServiceResponse> {
	const rejection = await checkAccessToken(context, connection);
	if (rejection !== undefined) return rejection;
	const send = async () => await sendAuthenticated(context, connection, request);
	const response = await sendWithToken(context, connection, request, send);
	// A request that had an effect must keep its response. The next call checks a new token.
	if (request.method !== 'GET' || !connection.signIn?.verifyTokens) return response;
	// If n8n refreshed the token inside the call, the new one is checked as well.
	const present = await readConnection(context);
	if (present.accessToken === connection.accessToken) return response;
	return (await checkAccessToken(context, present)) ?? response;
}

/** Reads the JSON object of a response, with its texts repaired; throws for any other body. */
export function requireObject(
	context: NodeContext,
	body: unknown,
	code: ErrorCode = 'response-unreadable',
): IDataObject {
	if (!isDataObject(body)) throwNodeError(context, code);
	return repairTexts(body);
}

export function isDataObject(value: unknown): value is IDataObject {
	return isObject(value);
}
