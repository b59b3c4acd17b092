import { callService, readConnection, requireRecord } from '../../../shared';
import type { Operation } from '../operation';

/** GET /api/Users/me: the record of the signed-in user, whose fields are not documented (2.10). */
export const getCurrent: Operation = {
	name: 'Get Current',
	action: 'Get the current user',
	description: 'Get the user record of the signed-in user',
	fields: [],
	async execute(context, itemIndex) {
		const connection = await readConnection(context);
		const url = `${connection.baseUrl}/api/Users/me`;
		const user = await callService(context, connection, { method: 'GET', url }, itemIndex);
		return [{ json: requireRecord(context.getNode(), user, itemIndex) }];
	},
};
