import { callService, requireRecord } from '../../../shared';
import type { Operation } from '../operation';
import { requireIdentity } from './require-identity';

/** GET userinfo of the identity server (part 4.2 of the interface document). */
export const getUserInfo: Operation = {
	name: 'Get User Info',
	action: 'Get user info',
	description: 'Get what the identity server says about the signed-in user',
	fields: [],
	async execute(context, itemIndex) {
		const connection = await requireIdentity(context, itemIndex);
		const url = `${connection.identityUrl}/protocol/openid-connect/userinfo`;
		const claims = await callService(context, connection, { method: 'GET', url }, itemIndex);
		return [{ json: requireRecord(context.getNode(), claims, itemIndex) }];
	},
};
