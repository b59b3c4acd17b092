import { requestService, requireObject } from '../../../shared/http/call-service';
import { throwFailure } from '../../../shared/http/failure';
import { isSuccess } from '../../../shared/http/response';
import { findSignInEnd, readConnection } from '../../../shared/credential';
import type { Operation } from '../operation';

/** GET /api/Users/me: the signed-in user, with fields that are not documented (2.10). */
export const getCurrent: Operation = {
	name: 'Get Current',
	action: 'Get current user',
	description: 'Get the data of the signed-in user. The service does not document its fields.',
	fields: [],
	async execute(context) {
		const connection = await readConnection(context);
		const url = `${connection.apiBaseUrl}/api/Users/me`;
		const response = await requestService(context, connection, { method: 'GET', url });
		if (!isSuccess(response)) throwFailure(context, response, connection);
		const user = requireObject(context, response.body);
		// The call may have refreshed the token.
		const end = findSignInEnd(await readConnection(context));
		return [{ json: { refresh_token_expires_at: end, ...user } }];
	},
};
