import { requestUser, requireObject } from '../../../shared/http/call-service';
import { throwFailure } from '../../../shared/http/failure';
import { isSuccess } from '../../../shared/http/response';
import { findSignInEnd, readConnection } from '../../../shared/credential';
import type { Operation } from '../operation';

export const getCurrent: Operation = {
	name: 'Get Current',
	action: 'Get current user',
	description: 'Get the data of the signed-in user. The service does not document its fields.',
	fields: [],
	async execute(context) {
		const connection = await readConnection(context);
		const response = await requestUser(context, connection);
		if (!isSuccess(response)) throwFailure(context, response, connection);
		const user = requireObject(context, response.body);
		// The call may have refreshed the token.
		const end = findSignInEnd(await readConnection(context));
		return [{ json: { refresh_token_expires_at: end, ...user } }];
	},
};
